/* schedule.h: the decisions of rank 0: how long a slot is and how far ahead a
 * turn starts (window.c); when a row has been measured well enough, which case
 * has the next pass and when the run is over (passes.c); what a case keeps from
 * pass to pass (track.c); and which turn comes next (control.c). These
 * functions send no messages: they take the time and the results of turns, and
 * return orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SCHEDULE_H
#define MEASURE_SCHEDULE_H

#include "measure/launch.h"
#include "measure/result.h"
#include "measure/session.h"

/* ---- the window (window.c) ----------------------------------------------- */

/* Result of a turn, over all ranks. */
struct turn_outcome {
    int launches;    /* launches in the turn's schedule */
    bool first_late; /* the first launch started late on some rank */
    int invalid; /* launches that started late on some rank or ended after their
                    slot: those that the paper discards */
    double span; /* tau' - tau of the paper: seconds from the first start to the
                    end on the last rank, including what follows the last
                    launch, except with --preset paper */
    double need; /* longest time of the start message: the moment at which the
                    last rank was ready minus rank 0's clock when it sent the
                    message */
    /* Seconds from each launch's start until the next launch could have
     * started; NAN: not known. */
    double took[WINDOW_LAUNCHES_MAX];
};

enum { WINDOW_HISTORY = 256 }; /* number of launches remembered */

/* State of the window method for one row. Callers use slot and lead, which the
 * paper calls b and t_bcast. A slot is between 0.1 us and 10 s, a lead between
 * 1 us and 1 s. */
struct window {
    double slot;                 /* length of a launch's slot, seconds */
    double lead;                 /* seconds from clock reading to first start */
    size_t seen;                 /* launches so far */
    double took[WINDOW_HISTORY]; /* of the last launches; launch i is at index i
                                    modulo WINDOW_HISTORY */
    int prompt;        /* consecutive turns with the start message in time */
    double need_least; /* smallest `need` of those turns */
};

/* Starts with slot 0, for the warm-up. lead: as measured, with a safety
 * factor. */
void window_start(struct window *w, double lead);
/* Sets the slot after the warm-up to gamma * span / launches. The warm-up has
 * k' launches with the paper's rule, else k' - 1, without the very first. */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);
/* Adapts slot and lead after a turn: doc/statistics.md. With the paper's rule:
 * if more than eps of the launches were invalid, b = gamma * span / k. */
void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);

/* ---- rows, passes and the run (passes.c) --------------------------------- */

enum {
    STOP_MIN_ROUNDS = 16, /* fewest rounds for a standard error of dependent
                             launches to be reliable */
    STOP_PATIENCE = 400,  /* launches without a valid one before giving up */
    /* The same with more ranks than cores, where a launch costs a time slice of
     * the scheduler: enough launches for the lead to double from microseconds
     * to a time slice. */
    STOP_PATIENCE_SHORT = 100,
};

/*
 * Decides whether to stop, from the summary that is reported; with the paper's
 * rule from a summary of all valid launches without trimming, as the program of
 * 2012 did. A limit takes precedence over convergence: a converged row may
 * continue beside others, but a row at a limit may not. least: the row has the
 * minimum of launches that it gets regardless of time limits.
 */
enum stop stop_rule(const struct measuring *o, const struct pass *all,
                    bool least, bool oversubscribed, const struct summary *s);

/* Limits of a row's pass. It lasts for `rounds` rounds and `least` seconds and
 * until its own launches reach the relative standard error `rse`, but ends
 * after `launches` launches or `seconds` seconds. rounds 0: the case has a
 * single pass, which stop_rule() ends. */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* if a case has too little time or too few launches for
                      PASSES_MIN such passes, it gets a single pass */
};

enum {
    PASSES_MOST = 20, /* for --passes=auto without a budget */
    PASS_ROUNDS = 3,  /* fewest rounds in a pass, if the limits allow */
};

/* Returns the number of passes for --passes. It is more than one only if
 * PASSES_SURE passes of PASS_ROUNDS rounds and 20 ms are within a case's
 * limits. */
long passes_planned(const struct measuring *o);

/* Returns the limits of each pass, if `planned` passes are made in a sweep of
 * `rows` rows. A pass may end early if PASSES_SURE passes of its precision
 * would reach the requested precision. */
struct pass_limits passes_limits(const struct measuring *o, long planned,
                                 size_t rows);

struct passes_case {
    size_t group; /* group of cases whose algorithms are open together */
    long passes;
    bool done;
    double cost;    /* seconds of the last pass, with all its overhead */
    double missing; /* its standard error divided by the requested one */
};

/* State of all passes of a sweep. */
struct passes {
    struct passes_case *cases;
    size_t n;
    long planned; /* LONG_MAX: as many as fit into the budget */
    long pass;    /* 1, 2, ...; 0 before the first */
    double budget;
    uint64_t seed;
    size_t *order;        /* order of the cases in this pass */
    size_t ordered, left; /* cases in `order`, and those at its end that have
                             not had their pass */
    bool by_need;         /* this pass is ordered by `missing` */
    double *worst; /* for each group, the maximum of `missing` over its cases */
};

/* Case i is in group[i] < n. budget: seconds of the whole sweep, 0: no
 * limit. */
void passes_open(struct passes *p, const size_t *group, size_t n, long planned,
                 double budget, uint64_t seed);
void passes_close(struct passes *p);

/*
 * Sets *index to the next case to have a pass, `spent` seconds after the start;
 * false when the run is over. A single pass keeps the order of the sweep. With
 * several passes, each is in random order, group by group; once every
 * unfinished case has had PASSES_SURE passes, and if there is a budget, groups
 * and their cases are sorted by `missing`, largest first. After its first pass
 * a case starts another only if one as long as its last fits into the budget.
 */
bool passes_next(struct passes *p, double spent, size_t *index);

/* Records a pass of a case; missing < 0: the case is done. */
void passes_account(struct passes *p, size_t index, double cost,
                    double missing);

/* Returns the fraction of the run that is done, 0 to 1, `spent` seconds after
 * its start. */
double passes_share(const struct passes *p, double spent);

/* ---- a case (track.c) and its turns (control.c) -------------------------- */

/* The state of one row: a variant of the case under one method. */
struct track_row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    size_t round;       /* round of its last turn */
    long next_summary;  /* valid launches at which to summarize again */
    bool windowed;      /* has a window from an earlier warm-up */
    bool enough;        /* has enough for this pass; may run on beside others */
    bool apart;         /* the ranks' clocks disagree */
    struct summary own; /* summary of the pass's launches */
};

struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    size_t n;        /* number of rows: one for each algorithm under each
                        method, ordered by method */
    bool watched;    /* gauges are read before and after a pass */
    double repeats;  /* executions of the operation in a launch; default 1 */
    long pass;       /* number of the current pass of the run; 0 unless set */
    uint64_t launch; /* number of the next launch, including warm-up; the same
                        on all ranks of the case */
    /* The members below are rank 0's. */
    struct result *results; /* NULL on other ranks */
    struct track_row *rows; /* NULL once the case is finished */
    double at;              /* seconds from the run's start to the pass's */
    double tolerance;       /* largest delay, in seconds, of a start on time */
    double shift;           /* most seconds by which starts are shifted */
    size_t round;
    uint64_t counted; /* launches of the last turn that count */
    bool fell_back;   /* the methods' fallbacks are used from now on */
    struct pass_limits limits;
    double since; /* global time up to which rows have been charged; adding to
                     it exempts that time from being charged; NAN: the pass has
                     had no turn */
    uint64_t random;
};

/* Prepares *t; one that is all zero can be closed. The order of turns depends
 * on the seed and the size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* True if the case has more than one pass. */
static inline bool track_has_passes(const struct track *t)
{
    return t->limits.rounds > 0;
}

/* The following functions change rows; they do nothing on ranks other than 0,
 * which have no rows. */

/* Records that a variant cannot run, under any method. Its rows without a
 * measured pass get the reason, unless they have one; rows with measured passes
 * end as failed. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* Does the same for all variants. */
void track_fail(struct track *t, const char *cause);
/* Charges each row its share of `seconds` that were spent on something all rows
 * have in common, such as buffers. */
void track_charge(struct track *t, double seconds);
/* Adds a turn's launches to the row: the numbers of valid, late and overrun
 * launches, and the times, spans and figures of those that count. */
void track_add_turn(struct track *t, size_t row, const struct turn_order *order,
                    const struct turn_times *report);
/* Returns the times of the pass's counted launches, a series for each row;
 * malloced, and its series still belong to the rows. */
struct series *track_times(const struct track *t);
/* Ends a pass: computes its results, keeps of its launches only what later
 * passes need, and decides for each row whether it goes on. */
void track_passed(struct track *t);
/* Computes the final results of the rows and frees their launches. */
void track_finish(struct track *t);

/* Returns the largest relative standard error of the unfinished rows, divided
 * by the requested one; INFINITY: one is not known; -1: all rows are done. Rank
 * 0 only. */
double track_missing(const struct track *t);
/* Stops all unfinished rows, for this reason. */
void track_stop(struct track *t, enum stop why);

/* Begins a pass. Windows and the round number continue. */
void control_pass(struct track *t, const struct pass_limits *limits);
/* Determines the next turn, at global time `now`; false when the pass is done.
 * Rows with a reason get no turns. */
bool control_next(struct track *t, double now, struct turn_order *order);
/* Records the results of the ordered turn, at global time `now`. */
void control_account(struct track *t, const struct turn_order *order,
                     const struct turn_times *report, double now);
/* Decides whether the row is done, given its relative standard error; NAN: not
 * known. */
void control_judge(struct track *t, struct track_row *row, double rse);

#endif /* MEASURE_SCHEDULE_H */
