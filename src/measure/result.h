/* result.h: the results of one case with one algorithm, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULT_H
#define MPIPERF_RESULT_H

#include "clocksync/clocksync.h"
#include "measure/case.h"
#include "mpiperf/machine/gauge.h"
#include "stats/stats.h"

/* Reason for the end of a row's measurement. */
enum stop {
    STOP_NOT,          /* not ended */
    STOP_CONVERGED,    /* --max-rse and --min-valid reached; with --preset
                          paper: by the rules of the paper */
    STOP_MAX_VALID,    /* limit -E */
    STOP_MAX_LAUNCHES, /* limit -R; with --preset paper: limit exceeded */
    STOP_MAX_TIME,     /* limit --max-time */
    STOP_MAX_PASSES,   /* limit --passes */
    STOP_BUDGET,       /* --budget: no further pass fits */
    STOP_NONE_VALID,   /* many launches, and none of them was valid */
    STOP_FAILED,       /* a pass after the first failed */
};

/* Returns the name of the reason in the record: "converged", "max-valid", ...
 */
const char *stop_name(enum stop s);

/* True if the algorithm may have further turns while other algorithms of the
 * case are not done, so that each round has a turn of each. */
static inline bool stop_may_continue(enum stop s)
{
    return s == STOP_NOT || s == STOP_CONVERGED;
}

/* Times of a launch by the global clock, over all ranks. */
enum span {
    SPAN_GLOBAL,     /* from the first start to the last end */
    SPAN_AFTER_LAST, /* from the last start to the last end */
    SPAN_SKEW,       /* from the first start to the last start */
    SPANS,
};

/* A series of times of launches, and its summary. */
struct part {
    struct series times;
    struct summary summary;
};

/* Indexes of the parts of a row. Figures are in the order of result.figures. */
enum {
    PART_TIME,    /* the launches' times, of the slowest rank */
    PART_BEFORE,  /* durations of before() */
    PART_COMPUTE, /* durations of compute() */
    PART_SPANS,   /* first of SPANS */
    PART_FIGURES = PART_SPANS + SPANS,
    PARTS = PART_FIGURES + 2 * FIGURES_MAX
};

/* A launch with its time on every rank. */
struct sample_launch {
    size_t round;
    const char *status; /* valid, late or overrun */
    double *times;      /* one for each rank, seconds */
};

/* The result of a comparison of the ranks' clocks. */
struct renewal {
    struct clocksync_info info;
    struct clock_model *models; /* of n ranks; NULL: no comparison was made */
    int n;
};

/* Times of launches on the slower rank of a pair, seconds. */
struct pair_time {
    double median, min, max;
};

/* Figures of a row, from the launches of one pass or of all passes. A figure
 * that does not exist is NAN. */
struct pass {
    long number;             /* number of the pass in the run, from 1 */
    double at;               /* seconds from the run's first pass to this one */
    double gauge[GAUGES][2]; /* readings before and after the pass, seconds */
    double seconds;          /* duration, including warm-up */
    long rounds;
    long launches, valid, late, overrun; /* numbers, without warm-up */
    double min, max;                     /* of the valid launches, seconds */
    size_t used;                         /* number of launches in the mean */
    double estimate; /* seconds: time_of_rounds() of a pass; geometric mean of
                        the passes */
    struct {
        double mean, median,
            fine; /* fine: mean over rounds, mean_of_rounds() */
    } parts[PARTS];
    /* In the order of result.figures: the median over launches, the value of
     * the pass, or the value that derive() returned. */
    double figures[2 * FIGURES_MAX];
    double open; /* duration of open(), seconds; NAN: there is no open() */
    /* The ranks' own times, seconds: mean over ranks and valid launches; least
     * and greatest of the ranks' means. For all passes: mean over passes. */
    double rank_mean, rank_min, rank_max;
    double hidden; /* share of the time of `pure` that is hidden */
    /* --pairs=each, only in result.passes: times by the lower rank of a pair;
     * NAN for ranks that are the higher one; malloced, or NULL. */
    struct pair_time *pairs;
};

/* A row: the results of a variant of a case under one method. */
struct result {
    const struct bench_case *c;
    const struct variant *variant;
    const struct method *method;
    const struct method *fell_back; /* the requested method, if `method` is its
                                       fallback; else NULL */
    char *reason;  /* why there are no figures; NULL: there are */
    char *failure; /* why a pass after the first failed; NULL: none failed */
    union {
        struct part parts[PARTS];
        struct {
            struct part time;            /* times of the valid launches */
            struct part before, compute; /* empty series: does not apply */
            struct part spans[SPANS];
            struct part figure_parts[2 * FIGURES_MAX];
        };
    };
    struct pass all;  /* of all passes, without the fields of single passes */
    struct pass pass; /* the current pass, or the last one */
    struct series every; /* times of all valid launches, with --percentiles */
    double percentiles[PERCENTILES_MOST]; /* of `every`, seconds */
    bool several; /* more than one pass was planned; if only one was made,
                     there is no interval */
    struct pass *passes; /* the passes with at least one launch */
    size_t npasses;
    size_t measured;        /* number of passes with a valid launch */
    double rse;             /* relative standard error that the stop rule used;
                               NAN: not known */
    double set_back;        /* seconds by which the clock went back during a
                               launch; 0: it did not */
    double window, t_bcast; /* last slot length and last lead, seconds */
    bool watched;           /* gauges are read before and after a pass */
    double first_call;      /* time of the very first launch, seconds */
    struct traffic traffic; /* sum over all ranks; 0: does not apply */
    long mismatches;        /* --verify */
    char *wrong;            /* the first of them: rank, place, values; or NULL
                             */
    enum stop stop;
    struct json_t *params; /* settings that the algorithm has used, or NULL */
    struct sample_launch *samples; /* --samples */
    size_t nsamples;
    long faults, switches, migrations; /* sums over all launches and ranks */
    long disturbed;  /* launches in which a rank lost its core or was moved */
    long by_threads; /* of these, those in which other threads of ranks ran */
    long throttled;  /* how often CPU quotas stopped the ranks of a node */
    struct renewal renewal; /* last comparison of the clocks during the run */
    double residual;        /* largest residual of a comparison, seconds; NAN:
                               there was none */
    long renewals;          /* number of comparisons */
    const struct result *baseline; /* row that ratios refer to; NULL: this row
                                      is the baseline */
    size_t nfigures;               /* the operation's, then the algorithm's */
    const struct figure *figures[2 * FIGURES_MAX];
    bool has_compute;          /* the variant computes beside the operation */
    const struct result *pure; /* row whose time is hidden; NULL: does not
                                  apply */
};

/* Initializes *p: every figure NAN, every number 0. */
void pass_start(struct pass *p);
/* Drops all measurements and continues with the fallback of the row's method.
 */
void result_fall_back(struct result *r);
/* Frees the series of launches. */
void result_forget(struct result *r);
void result_free(struct result *r);

/* Computes the figures of the pass that has ended, for the n rows of a case,
 * from the launches that they hold. */
void results_pass(struct result *results, size_t n, const struct measuring *o,
                  double step);
/* Returns the relative standard error over the passes so far; NAN: there are
 * fewer than PASSES_SURE. */
double result_rse(const struct result *r);
/* Computes the final figures of n rows. step: step of the clock in seconds,
 * divided by the executions of the operation in a launch. */
void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step);

/* Sets *pair to the results of the pair whose lower rank is `origin`, from a
 * finished row with --pairs=each. Texts still belong to the row; free()
 * pair->passes. */
void result_of_pair(struct result *pair, const struct result *r, int origin,
                    const struct measuring *o);

#endif /* MPIPERF_RESULT_H */
