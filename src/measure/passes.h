/* passes.h: decides, on rank 0, when rows, passes and the run end, and which
 * case is next. No function sends messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASSES_H
#define MEASURE_PASSES_H

#include "measure/result.h"

enum {
    STOP_MIN_ROUNDS = 16, /* a standard error of dependent launches is
                             unreliable with fewer rounds */
    STOP_PATIENCE = 400,  /* maximum launches without a valid one */
    /* The same with more ranks than cores. A launch then takes a time slice of
     * the scheduler, and the lead, which doubles, needs many launches to grow
     * from microseconds to a time slice. */
    STOP_PATIENCE_SHORT = 100,
};

/* Decides whether to stop. s: the row's summary as reported; with the paper's
 * rule, of all valid launches without trimming, as in the program of 2012.
 * least: the row has its minimum of launches, which ignores time limits. Limits
 * take precedence over convergence: a converged row may run on while others of
 * the case do; a row at a limit may not. */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s);

/* Limits of a row's pass. The pass lasts for at least `rounds` rounds and
 * `least` seconds, and until its launches reach the relative standard error
 * `rse`; but it ends after `launches` launches or `seconds` seconds. rounds 0:
 * the case has a single pass, ended by stop_rule(). */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* make only one pass if the case's limits are too low for
                      PASSES_MIN such passes */
};

enum {
    PASSES_MOST = 20, /* planned by --passes=auto without a budget */
    PASS_ROUNDS = 3,  /* minimum rounds of a pass, if the limits allow */
};

/* Returns the number of passes for --passes: more than one only if the limits
 * of a case allow PASSES_SURE passes of PASS_ROUNDS rounds and 20 ms. */
long passes_planned(const struct measuring *o);

/* Returns the limits of a pass if `planned` passes are made; the cases have
 * `rows` rows in total. `rse` is such that PASSES_SURE passes of that precision
 * reach the requested one. */
struct pass_limits passes_limits(const struct measuring *o, long planned,
                                 size_t rows);

struct passes_case {
    size_t group; /* a group's cases share open algorithms */
    long passes;
    bool done;
    double cost;    /* duration of its last pass, with all overhead */
    double missing; /* its standard error divided by the requested one */
    double half;    /* value of case_state_half() after its last pass */
};

/* State of the passes of all cases. */
struct passes {
    struct passes_case *cases;
    size_t n;
    long planned; /* LONG_MAX: until the budget is spent */
    long pass;    /* current pass, from 1; 0 before the first */
    double budget;
    uint64_t seed;
    size_t *order;        /* cases of this pass in their order */
    size_t ordered, left; /* number of cases; of those at the end that still
                             wait for their pass */
    bool by_need;         /* the pass is sorted by `missing` */
    double *worst;        /* maximum of `missing` in each group */
};

/* group[i] is the group of case i, from 0 and less than n. budget: seconds for
 * all cases; 0: unlimited. */
void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed);
void passes_close(struct passes *p);

/* Sets *index to the case that has the next pass, `spent` seconds after the
 * start of the run; returns false when the run is over. A single pass keeps the
 * order of the plan. Several passes each visit the groups in random order. With
 * a budget, once every unfinished case has had PASSES_SURE passes, groups and
 * their cases are sorted by `missing`, largest first. A case gets a further
 * pass only if the rest of the budget is at least as long as its last pass. */
bool passes_next(struct passes *p, double spent, size_t *index);

/* Records that a case had a pass; missing < 0: the case is done. */
void passes_account(struct passes *p, size_t index, double cost,
                    double missing);

/* Returns which fraction (0 to 1) of the run is done, `spent` seconds after its
 * start. */
double passes_share(const struct passes *p, double spent);

#endif /* MEASURE_PASSES_H */
