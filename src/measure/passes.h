/* passes.h: when a row has been measured well enough, how often each case of a
 * sweep has a pass, for how long, in which order, and when the run is over.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PASSES_H
#define MPIPERF_PASSES_H

#include "measure/case.h"
#include "stats/stats.h"

struct pass; /* result.h */

enum stop {
    STOP_NOT,          /* go on */
    STOP_CONVERGED,    /* rse and min-valid reached (paper: its rules) */
    STOP_MAX_VALID,    /* -E */
    STOP_MAX_LAUNCHES, /* -R; paper: more than that */
    STOP_MAX_TIME,     /* --max-time */
    STOP_MAX_PASSES,   /* --passes */
    STOP_BUDGET,       /* --budget: no other pass fits */
    STOP_NONE_VALID,   /* hopeless: none of the first launches was valid */
    STOP_FAILED,       /* a pass after the first failed */
};

/* Word for the record: "converged", "max-valid", ... */
const char *stop_name(enum stop s);

enum {
    STOP_MIN_ROUNDS = 16, /* below, no standard error of dependent launches
                             counts */
    STOP_PATIENCE = 400,  /* launches, none valid, that are hopeless */
    /* The same with more ranks than cores, where a launch costs a slice of the
     * scheduler: enough for the lead of the start message to double from
     * microseconds to such a slice. */
    STOP_PATIENCE_SHORT = 100,
};

/*
 * The rule looks at the summary that is reported; the paper's at one of all
 * valid launches, none trimmed, as the program of 2012 did. A limit goes before
 * convergence: whoever has converged may run on beside the others, but not past
 * a limit. least: the row has what no limit of time keeps it from having.
 */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s);

/* May the algorithm run on while others that it is compared with are not done
 * (interleaving keeps rounds paired)? Not at a limit. */
static inline bool stop_may_continue(enum stop s)
{
    return s == STOP_NOT || s == STOP_CONVERGED;
}

/* A pass to a row lasts `rounds` and `least` seconds and until its own launches
 * have the relative standard error `rse`, but no longer than so many launches
 * or seconds. rounds 0: the case has one pass, which the stop rule ends. */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* a case that has not the time or launches for PASSES_MIN
                      such passes gets one instead */
};

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

struct passes_case {
    size_t group; /* of cases whose algorithms are open together */
    long passes;
    bool done;
    double cost;    /* seconds of the last pass, all that belongs to it */
    double missing; /* its standard error over the one asked for */
};

/* The passes of a sweep. */
struct passes {
    struct passes_case *cases;
    size_t n;
    long planned; /* LONG_MAX: as many as the budget has room for */
    long pass;    /* 1, 2, ...; 0 before the first */
    double budget;
    uint64_t seed;
    size_t *order;        /* of this pass */
    size_t ordered, left; /* cases in it, and those still to come, at its end */
    bool by_need;         /* it is of what is missing */
    double *worst;        /* by group: what the worst of its cases misses */
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

/* How the pass went; missing < 0: the case is done. */
void passes_account(struct passes *p, size_t index, double cost,
                    double missing);

/* How much of the run is behind us, so many seconds after its start: 0 to 1. */
double passes_share(const struct passes *p, double spent);

#endif /* MPIPERF_PASSES_H */
