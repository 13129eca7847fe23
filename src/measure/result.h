/* result.h: the results of one case with one algorithm, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_RESULT_H
#define MEASURE_RESULT_H

#include "clocksync/clocksync.h"
#include "machine/gauge.h"
#include "measure/case.h"
#include "measure/lasts.h"
#include "stats/stats.h"
#include "verdict/stragglers.h"

/* Why the measurement of a row ended. */
enum stop {
    STOP_NOT,          /* it has not ended */
    STOP_CONVERGED,    /* --max-rse and --min-valid reached; with --preset
                          paper: by the rules of the paper */
    STOP_MAX_VALID,    /* limit -E */
    STOP_MAX_LAUNCHES, /* limit -R; with --preset paper, more than it */
    STOP_MAX_TIME,     /* limit --max-time */
    STOP_MAX_PASSES,   /* limit --passes */
    STOP_BUDGET,       /* another pass would exceed --budget */
    STOP_NONE_VALID,   /* gave up after many launches without a valid one */
    STOP_FAILED,       /* a pass after the first failed */
};

/* Returns the reason's name in records: "converged", "max-valid", ... */
const char *stop_name(enum stop s);

/* True if the algorithm may get further turns while others of the case
 * continue, so that each round has a turn of every algorithm. */
static inline bool stop_may_continue(enum stop s)
{
    return s == STOP_NOT || s == STOP_CONVERGED;
}

/* Kinds of a launch's time over all ranks, by the global clock. */
enum span {
    SPAN_GLOBAL,     /* from the first start to the last end */
    SPAN_AFTER_LAST, /* from the last start to the last end */
    SPAN_SKEW,       /* from the first start to the last start */
    SPANS,
};

/* The times of launches, and their summary. */
struct part {
    struct series times;
    struct summary summary;
};

/* Indexes of a row's parts; figures follow in the order of result.figures. */
enum {
    PART_TIME,    /* times of launches on the slowest rank */
    PART_BEFORE,  /* durations of before() */
    PART_COMPUTE, /* durations of compute() */
    PART_SPANS,   /* the first of SPANS parts */
    PART_FIGURES = PART_SPANS + SPANS,
    PARTS = PART_FIGURES + 2 * FIGURES_MAX
};

/* --samples: a launch and its time on every rank. */
struct sample_launch {
    size_t round;
    const char *status; /* "valid", "late" or "overrun" */
    double *times;      /* seconds, for each rank */
};

/* Result of a comparison of the ranks' clocks. */
struct renewal {
    struct clocksync_info info;
    struct clock_model *models; /* of n ranks, or NULL */
    int n;
};

/* Times in seconds of launches on the slowest rank of a pair or group. */
struct pair_time {
    double median, min, max;
};

/* Figures of a row from the launches of one pass, or of all. A figure that does
 * not exist is NAN. */
struct pass {
    long number;                  /* number of the pass in the run, from 1 */
    double at;                    /* seconds since the run's first pass */
    double gauge[GAUGE_KINDS][2]; /* before and after the pass, seconds */
    double seconds;               /* duration, including warm-up */
    long rounds;
    long launches, valid, late, overrun; /* without the warm-up */
    double min, max;                     /* of the valid launches, seconds */
    size_t used;                         /* number of launches in the mean */
    double estimate; /* seconds: time_of_rounds() for one pass; for all, the
                        geometric mean of the passes */
    struct {
        double mean, median, fine; /* fine: from mean_of_rounds() */
    } parts[PARTS];
    /* In the order of result.figures: median over launches, the pass's only
     * value, or the value from derive(). */
    double figures[2 * FIGURES_MAX];
    double open; /* duration of open(), seconds; NAN without open() */
    /* Mean, minimum and maximum over ranks of the mean time of a rank's valid
     * launches, seconds; for all passes, means over passes. */
    double rank_mean, rank_min, rank_max;
    double hidden; /* share of the time of `pure` that was hidden */
    /* --pairs=each and --rows=group, only in result.passes: times of pairs or
     * groups, indexed by the lowest rank of each (NAN at the others); malloced,
     * or NULL. */
    struct pair_time *pairs;
};

/* A row: results of one variant of a case under one method. */
struct result {
    const struct bench_case *c;
    const struct variant *variant;
    const struct method *method;
    const struct method *fell_back; /* the method requested, if `method` is its
                                       fallback; else NULL */
    char *reason;                   /* why it has no figures; or NULL */
    char *failure; /* why a pass after the first failed; or NULL */
    union {
        struct part parts[PARTS];
        struct {
            struct part time;            /* of the valid launches */
            struct part before, compute; /* empty if not applicable */
            struct part spans[SPANS];
            struct part figure_parts[2 * FIGURES_MAX];
        };
    };
    struct pass all;     /* figures of all passes together */
    struct pass pass;    /* the current or the latest pass */
    struct series every; /* times of all valid launches, with --percentiles */
    double percentiles[PERCENTILES_MOST]; /* of `every`, seconds */
    bool several; /* more than one pass was planned; there are no intervals if
                     only one was made */
    struct pass *passes; /* the passes with at least one launch */
    size_t npasses;
    size_t measured;        /* number of those with a valid launch */
    double rse;             /* relative standard error used by the stop rule, or
                               NAN */
    double set_back;        /* seconds by which the clock went back during a
                               launch, or 0 */
    double window, t_bcast; /* latest slot and lead, seconds */
    bool watched;           /* gauges are read before and after each pass */
    double first_call;      /* time of the very first launch, seconds */
    struct traffic traffic; /* sum over all ranks; 0 if not applicable */
    long mismatches;        /* --verify */
    char *wrong;            /* the first mismatch: rank, place, values */
    enum stop stop;
    struct json_t *params;         /* settings that the algorithm used */
    struct sample_launch *samples; /* --samples */
    size_t nsamples;
    long faults, switches, migrations; /* sums over launches and ranks */
    long disturbed;  /* launches in which a rank lost its core or migrated */
    long by_threads; /* launches in which another thread of a rank ran */
    const struct rank_cpu *cpus; /* of each rank, in the passes of the case */
    struct renewal renewal; /* latest comparison of the clocks in the run */
    struct lasts lasts;     /* of the launches that count */
    double residual;        /* largest residual of a comparison, seconds; NAN
                               without any */
    long renewals;          /* number of comparisons */
    const struct result *baseline; /* row that ratios refer to; NULL if this row
                                      is the baseline */
    size_t nfigures;               /* the operation's figures, then the
                                      algorithm's */
    const struct figure *figures[2 * FIGURES_MAX];
    bool has_compute;          /* the variant computes during the operation */
    const struct result *pure; /* the row whose time is hidden, or NULL */
};

/* Initializes *p: all figures NAN, all counts 0. */
void pass_start(struct pass *p);
/* Discards all measurements and continues with the method's fallback. */
void result_fall_back(struct result *r);
/* Frees the series of launches; figures are kept. */
void result_forget(struct result *r);
void result_free(struct result *r);

/* Computes the figures of the pass that has ended, for the n rows of a case,
 * from their launches. step: as for results_finish(). */
void results_pass(struct result *results, size_t n, const struct measuring *o,
                  double step);
/* Returns the relative standard error over the passes so far; NAN if there are
 * fewer than PASSES_SURE. */
double result_rse(const struct result *r);
/* Returns half the width of the time's interval in the table (of its
 * logarithm), from the passes so far; NAN if unknown. shift: largest error of
 * the time due to the clock's step. */
double result_half(const struct result *r, double shift);
/* Computes the final figures of n rows. step: the clock's step in seconds,
 * divided by the number of executions in a launch. */
void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step);

/* Computes *pair, the results of the pair or group whose lowest rank is
 * `origin`, from a finished row with --pairs=each or --rows=group. The row
 * keeps ownership of texts; the caller frees pair->passes. */
void result_of_pair(struct result *pair, const struct result *r, int origin,
                    const struct measuring *o);

#endif /* MEASURE_RESULT_H */
