/* passes.h: how often each case of a sweep has a pass, for how long, in which
 * order, and when the run is over. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PASSES_H
#define MPIPERF_PASSES_H

#include "measure/stop.h"

enum {
    PASSES_MOST = 20, /* of --passes=auto without a budget */
    PASS_ROUNDS = 3,  /* fewest, where the limits allow */
};

/* What --passes comes to. Several take that PASSES_SURE passes of PASS_ROUNDS
 * and 20 ms are within a case's limits. */
long passes_planned(const struct measuring *o);

/* How long each pass may be, with so many passes, in a sweep of so many rows.
 * It ends early when PASSES_SURE like it would be as precise as asked for. */
struct pass_limits passes_limits(const struct measuring *o, long planned,
                                 size_t rows);

/* What is known of a case. */
struct passes_case {
    size_t group; /* of cases whose algorithms are open together */
    long passes;
    bool done;
    double cost;    /* seconds of the last pass, all that belongs to it */
    double missing; /* its standard error over the one asked for */
};

struct passes {
    struct passes_case *cases;
    size_t n;
    long planned; /* LONG_MAX: as many as the budget has room for */
    long pass;    /* 1, 2, ...; 0 before the first */
    double budget;
    size_t *order; /* of this pass */
    size_t left;   /* passes of this pass still to come, at the order's end */
    size_t ordered;
    uint64_t seed;
};

/* group[i] < n: case i's. budget: seconds of the whole sweep, 0: no limit. */
void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed);
void passes_close(struct passes *p);

/*
 * The next case to have a pass, so many seconds after the start; false when the
 * run is over. One pass keeps the order of the sweep. Of several each is in
 * random order, group by group; once all cases that go on have PASSES_SURE
 * passes and there is a budget, those that miss most come first: groups, then
 * their cases. After the first pass nothing begins that, going by the pass
 * before, would not fit the budget.
 */
bool passes_next(struct passes *p, double spent, size_t *index);

/* How the pass went. */
void passes_account(struct passes *p, size_t index, double cost, bool done,
                    double missing);

/* Why the case, which is not done, has no other pass. */
enum stop passes_why(const struct passes *p, size_t index);

/* How much of the run is behind us, so many seconds after its start: 0 to 1. */
double passes_share(const struct passes *p, double spent);

#endif /* MPIPERF_PASSES_H */
