/* case_state.h: the data of a case that outlive a turn or a pass.
 *
 * A launch is one timed execution of an operation. A turn is up to 64 launches
 * of a row, i.e. of one algorithm under one method. In a round each row of a
 * case has a turn; a pass of a case has several rounds; a run makes several
 * passes over all its cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_CASE_STATE_H
#define MEASURE_CASE_STATE_H

#include "measure/harness.h"
#include "measure/passes.h"
#include "measure/turn.h"

/* State of a row: a variant of the case under one method. */
struct row_state {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    size_t round;       /* of its latest turn */
    long next_summary;  /* number of valid launches at the next summary */
    bool windowed;      /* its window comes from an earlier warm-up */
    bool enough;        /* enough launches in this pass; may get more */
    bool apart;         /* the ranks' clocks disagree */
    struct summary own; /* figures from the launches of this pass */
};

struct case_state {
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
    struct row_state *rows; /* NULL after the case has finished */
    struct rank_cpu *cpus;  /* of each rank, in all passes */
    double at;              /* seconds from the start of the run to this pass */
    double tolerance;       /* how late a start may be, in seconds */
    double shift;           /* maximum shift of starts, seconds */
    size_t round;
    uint64_t counted; /* bit i: launch i of the last turn counts */
    bool fell_back;   /* the methods' fallbacks are in use */
    struct pass_limits limits;
    double since; /* rows are charged up to this global time, which uncharged
                     spans advance; NAN before the pass's first turn */
    uint64_t random;
};

/* Initializes *t. A struct that is all zero can be closed, too. The order of
 * turns depends on the seed and the message size. */
void case_state_open(struct case_state *t, const struct harness *h,
                     const struct measuring *o, const struct bench_case *c,
                     uint64_t seed);
void case_state_close(struct case_state *t);

/* True if more than one pass is planned for the case. */
static inline bool case_state_has_passes(const struct case_state *t)
{
    return t->limits.rounds > 0;
}

/* The functions below change rows. They do nothing on ranks other than 0, which
 * have no rows. */

/* Records that a variant cannot run under any method. Its rows with measured
 * passes end with STOP_FAILED; the others get this reason unless they already
 * have one. */
void case_state_refuse(struct case_state *t, size_t variant, const char *cause);
/* Does the same for all variants. */
void case_state_fail(struct case_state *t, const char *cause);
/* Charges each row an equal share of `seconds` spent on common things such as
 * buffers. */
void case_state_charge(struct case_state *t, double seconds);
/* Adds the launches of a turn to the row: how many were valid, late and
 * overrun, and the times, spans and figures of those that count. */
void case_state_add_turn(struct case_state *t, size_t row,
                         const struct turn_order *order,
                         const struct turn_times *report);
/* Returns the times of the counted launches in this pass, a series per row.
 * Malloced, but the rows keep ownership of the series' contents. */
struct series *case_state_times(const struct case_state *t);
/* Computes the final results of the rows and frees their launches. */
void case_state_finish(struct case_state *t);

/* Returns the largest relative standard error of unfinished rows, divided by
 * the requested one; INFINITY if one is unknown; -1 if all rows are done. Rank
 * 0 only. */
double case_state_missing(const struct case_state *t);
/* Returns the largest result_half() of unfinished rows; NAN if none is known.
 * Rank 0 only. */
double case_state_half(const struct case_state *t);
/* Stops all unfinished rows for the reason `why`. */
void case_state_stop(struct case_state *t, enum stop why);

/* ---- decisions of rank 0 on turns, without messages: control.c ----------- */

/* Begins a pass. Windows and round numbers are kept. */
void control_pass(struct case_state *t, const struct pass_limits *limits);
/* Ends a pass: computes its results, frees data of launches that later passes
 * do not need, and decides for each row whether to stop. */
void control_passed(struct case_state *t);
/* Sets *order to the next turn, at global time `now`; false when the pass is
 * over. Rows with a `reason` get no turns. */
bool control_next(struct case_state *t, double now, struct turn_order *order);
/* Stores the results of the ordered turn, at global time `now`. */
void control_account(struct case_state *t, const struct turn_order *order,
                     const struct turn_times *report, double now);

#endif /* MEASURE_CASE_STATE_H */
