/* schedule.h: decisions of rank 0. These functions send no messages: they take
 * the time and the results of turns, and return orders.
 *
 * A launch is one timed execution of an operation. A turn is up to 64 launches
 * of a row, i.e. of one algorithm under one method. In a round each row of a
 * case has a turn; a pass of a case has several rounds; a run makes several
 * passes over all its cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SCHEDULE_H
#define MEASURE_SCHEDULE_H

#include "measure/launch.h"
#include "measure/result.h"
#include "measure/session.h"

/* ---- the window (window.c) ----------------------------------------------- */

/* Result of a turn over all ranks. */
struct turn_outcome {
    int launches;    /* number of launches that the turn ordered */
    bool first_late; /* the first launch started late on some rank */
    int invalid; /* launches that started late or ended after their slot on some
                    rank: those that the paper discards */
    double span; /* tau' - tau of the paper: seconds from the first start until
                    the last rank has ended the turn, with the work after the
                    last launch (--preset paper: without) */
    double need; /* longest time of the start message: seconds from rank 0's
                    clock reading before sending it until the last rank was
                    ready */
    /* For each launch, seconds from its start until the next one could have
     * started; NAN if unknown. */
    double took[WINDOW_LAUNCHES_MAX];
};

enum { WINDOW_HISTORY = 256 }; /* number of launches kept */

/* The window of one row. Callers use slot and lead, which the paper calls b and
 * t_bcast. A slot is 0.1 us to 10 s long, a lead 1 us to 1 s. */
struct window {
    double slot;                 /* seconds reserved for a launch */
    double lead;                 /* seconds from rank 0's clock reading to the
                                    first start */
    size_t seen;                 /* launches so far */
    double took[WINDOW_HISTORY]; /* of the latest launches; launch i has index i
                                    modulo WINDOW_HISTORY */
    int prompt;        /* consecutive turns whose start message was in time */
    double need_least; /* smallest `need` of those turns */
};

/* Initializes for the warm-up: slot 0, and this lead. */
void window_start(struct window *w, double lead);
/* Sets the slot after the warm-up to gamma * span / launches; `launches` is k'
 * with the paper's rule, else k' - 1 (without the very first launch). */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);
/* Adapts slot and lead after a turn: doc/statistics.md. The paper's rule: if
 * more than eps of the launches are invalid, b = gamma * span / k. */
void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);

/* ---- rows, passes and the run (passes.c) --------------------------------- */

enum {
    STOP_MIN_ROUNDS = 16, /* a standard error of dependent launches is
                             unreliable with fewer rounds */
    STOP_PATIENCE = 400,  /* launches without a valid one before giving up */
    /* The same with more ranks than cores, where a launch takes a time slice of
     * the scheduler. The lead, which doubles, can then grow from microseconds
     * to a time slice. */
    STOP_PATIENCE_SHORT = 100,
};

/* Decides whether to stop. s: the row's summary as reported; by the paper's
 * rule, of all valid launches without trimming, as in the program of 2012.
 * least: the row has the launches that it gets regardless of time limits.
 * Limits take precedence over convergence: a converged row may run on while
 * others of the case do; a row at a limit may not. */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s);

/* Limits of a row's pass. The pass lasts for at least `rounds` rounds and
 * `least` seconds, and until its launches reach the relative standard error
 * `rse`; but it ends after `launches` launches or `seconds` seconds. rounds 0:
 * the case has a single pass, ended by stop_rule(). */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* make only one pass of a case whose limits are too low for
                      PASSES_MIN such passes */
};

enum {
    PASSES_MOST = 20, /* of --passes=auto without a budget */
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
    size_t group; /* cases of a group have their algorithms open together */
    long passes;
    bool done;
    double cost;    /* duration of its last pass, with all overhead */
    double missing; /* its standard error divided by the requested one */
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
    size_t ordered, left; /* cases in `order`; how many of them, at its end,
                             still wait for their pass */
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
 * order of the plan. If there are several, each visits the groups in random
 * order; but once every unfinished case has had PASSES_SURE passes, and if
 * there is a budget, groups and cases in them are sorted by `missing`, largest
 * first. After a case's first pass, another is begun only if the budget has
 * room for one as long as the last. */
bool passes_next(struct passes *p, double spent, size_t *index);

/* Records that a case had a pass; missing < 0: the case is done. */
void passes_account(struct passes *p, size_t index, double cost,
                    double missing);

/* Returns which fraction (0 to 1) of the run is done, `spent` seconds after its
 * start. */
double passes_share(const struct passes *p, double spent);

/* ---- a case (track.c) and its turns (control.c) -------------------------- */

/* State of a row: a variant of the case under one method. */
struct track_row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    size_t round;       /* of its latest turn */
    long next_summary;  /* number of valid launches for the next summary */
    bool windowed;      /* its window comes from an earlier warm-up */
    bool enough;        /* enough launches in this pass; turns may go on */
    bool apart;         /* the ranks' clocks disagree */
    struct summary own; /* of the launches of this pass */
};

struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    size_t n;        /* number of rows: one per variant and method, sorted by
                        method */
    bool watched;    /* gauges are read before and after each pass */
    double repeats;  /* executions of the operation in a launch; default 1 */
    long pass;       /* number of the run's current pass, or 0 */
    uint64_t launch; /* number of the next launch, with warm-up; equal on all
                        ranks of the case */
    /* The members below are used on rank 0 only. */
    struct result *results; /* NULL on other ranks */
    struct track_row *rows; /* NULL after the case has finished */
    double at;              /* seconds from the start of the run to the pass */
    double tolerance;       /* how late a start may be, in seconds */
    double shift;           /* maximum shift of starts, seconds */
    size_t round;
    uint64_t counted; /* which launches of the last turn count: a bit each */
    bool fell_back;   /* methods are replaced by their fallbacks */
    struct pass_limits limits;
    double since; /* rows are charged up to this global time; a span added to it
                     is exempt; NAN before the pass's first turn */
    uint64_t random;
};

/* Initializes *t. A struct that is all zero can be closed, too. The order of
 * turns depends on the seed and the message size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* True if more than one pass is planned for the case. */
static inline bool track_has_passes(const struct track *t)
{
    return t->limits.rounds > 0;
}

/* The functions below change rows. On ranks other than 0, which have no rows,
 * they do nothing. */

/* Records that a variant cannot run, under any method. Its rows without a
 * measured pass get this reason, unless they have one already; rows with
 * measured passes end with STOP_FAILED. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* Does this for all variants. */
void track_fail(struct track *t, const char *cause);
/* Charges each row an equal share of `seconds` spent on what all rows use, such
 * as buffers. */
void track_charge(struct track *t, double seconds);
/* Adds the launches of a turn to the row: how many were valid, late and
 * overrun, and the times, spans and figures of those that count. */
void track_add_turn(struct track *t, size_t row, const struct turn_order *order,
                    const struct turn_times *report);
/* Returns the times of the counted launches in this pass, a series per row.
 * Malloced, but the rows keep ownership of the series' contents. */
struct series *track_times(const struct track *t);
/* Ends a pass: computes its results, keeps only what later passes need of its
 * launches, and decides for each row whether to stop. */
void track_passed(struct track *t);
/* Computes the final results of the rows and frees their launches. */
void track_finish(struct track *t);

/* Returns the largest relative standard error of unfinished rows, divided by
 * the requested one; INFINITY if one is unknown; -1 if all rows are done. Rank
 * 0 only. */
double track_missing(const struct track *t);
/* Stops all unfinished rows for the reason `why`. */
void track_stop(struct track *t, enum stop why);

/* Begins a pass. Windows and round numbers are kept. */
void control_pass(struct track *t, const struct pass_limits *limits);
/* Sets *order to the next turn, at global time `now`; false when the pass is
 * over. Rows with a `reason` get no turns. */
bool control_next(struct track *t, double now, struct turn_order *order);
/* Stores the results of the ordered turn, at global time `now`. */
void control_account(struct track *t, const struct turn_order *order,
                     const struct turn_times *report, double now);
/* Decides whether to stop the row, given its relative standard error; NAN if
 * unknown. */
void control_judge(struct track *t, struct track_row *row, double rse);

#endif /* MEASURE_SCHEDULE_H */
