/* result.h: what measuring one case with one algorithm gave, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULT_H
#define MPIPERF_RESULT_H

#include "clocksync/clocksync.h"
#include "measure/case.h"
#include "mpiperf/machine/gauge.h"
#include "stats/stats.h"

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

/* May the algorithm run on while others that it is compared with are not done
 * (interleaving keeps rounds paired)? Not at a limit. */
static inline bool stop_may_continue(enum stop s)
{
    return s == STOP_NOT || s == STOP_CONVERGED;
}

/* Other times of a launch than that of the slowest rank, by the global clock.
 */
enum span {
    SPAN_GLOBAL,     /* from the first start to the last end */
    SPAN_AFTER_LAST, /* from the last start to the last end */
    SPAN_SKEW,       /* from the first start to the last start */
    SPANS,
};

/* A series of launches' times, and what it comes to. */
struct part {
    struct series times;
    struct summary summary;
};

/* All parts of a row; those of figures are in the row's order. */
enum {
    PART_TIME,
    PART_BEFORE,
    PART_COMPUTE,
    PART_SPANS,
    PART_FIGURES = PART_SPANS + SPANS,
    PARTS = PART_FIGURES + 2 * FIGURES_MAX
};

/* A launch as every rank saw it. */
struct sample_launch {
    size_t round;
    const char *status; /* valid, late or overrun */
    double *times;      /* one a rank, seconds */
};

/* What a comparison of the clocks found. */
struct renewal {
    struct clocksync_info info;
    struct clock_model *models; /* of n ranks; NULL: there was none */
    int n;
};

/* What launches took the slower of a pair's ranks, seconds. */
struct pair_time {
    double median, min, max;
};

/* What launches gave a row: those of a pass, or all. A figure that does not
 * exist is NAN. */
struct pass {
    long number;             /* of the run's, from 1 */
    double at;               /* seconds since the run's measuring began */
    double gauge[GAUGES][2]; /* before and after it, seconds */
    double seconds;          /* spent on it, warm-up included */
    long rounds;
    long launches, valid, late, overrun; /* without the warm-up */
    double min, max;                     /* seconds: of the valid ones */
    size_t used;                         /* launches behind its mean */
    double estimate; /* seconds: time_of_rounds(); geometric mean of passes' */
    struct {
        double mean, median, fine; /* the last of rounds: mean_of_rounds() */
    } parts[PARTS];
    /* In the row's order: the median of the launches', or a value of the pass,
     * or derived. */
    double figures[2 * FIGURES_MAX];
    double open; /* seconds that open() took; NAN: there is none */
    /* Ranks' own times, seconds: mean over ranks and valid launches; least and
     * greatest of the ranks' means. Of all: averaged over passes. */
    double rank_mean, rank_min, rank_max;
    double hidden; /* share of the time of `pure` */
    /* Where each pair is measured by itself, and in `passes` alone: of each
     * rank that is the lower one of its pair, else NAN; malloced. NULL: of
     * none. */
    struct pair_time *pairs;
};

struct result {
    const struct bench_case *c;
    const struct variant *variant;
    const struct method *method;
    const struct method *fell_back; /* from that one; NULL: from none */
    char *reason;  /* why there are no figures; NULL: there are */
    char *failure; /* of a later pass, which ended it; NULL: none */
    union {
        struct part parts[PARTS];
        struct {
            struct part time;            /* valid launches' */
            struct part before, compute; /* no series: there is none */
            struct part spans[SPANS];
            struct part figure_parts[2 * FIGURES_MAX];
        };
    };
    struct pass all;  /* but for what only a pass has */
    struct pass pass; /* the one under way, or the last */
    struct series every; /* times of all valid launches, while percentiles are
                            asked for */
    double percentiles[PERCENTILES_MOST]; /* of them, seconds */
    bool several;     /* passes were planned: one by itself has no interval */
    struct pass *passes; /* those with a launch */
    size_t npasses;
    size_t measured;        /* of them, with a valid one */
    double rse;             /* that the stop rule went by; NAN: not known */
    double set_back;        /* the clock was, in some, by so many seconds */
    double window, t_bcast; /* as they were at the end, seconds */
    bool watched;           /* gauges are read before and after a pass */
    double first_call;      /* the very first launch's time (error 1) */
    struct traffic traffic; /* of all ranks in that time; 0: does not apply */
    long mismatches;        /* --verify */
    enum stop stop;
    struct json_t *params; /* what the algorithm says that it used, or NULL */
    struct sample_launch *samples; /* --samples */
    size_t nsamples;
    long faults, switches, migrations; /* in all launches, all ranks */
    long disturbed; /* launches in which a rank lost its core or was moved */
    struct renewal renewal; /* the last until its end, if there was one */
    double residual;        /* largest of that, seconds; NAN: there was none */
    long renewals;
    const struct result *baseline; /* what others compare with; NULL: it is */
    size_t nfigures;               /* the operation's, then the algorithm's */
    const struct figure *figures[2 * FIGURES_MAX];
    bool has_compute;          /* the variant has */
    const struct result *pure; /* whose time it hides; NULL: nobody's */
};

/* Nothing is known of it. */
void pass_start(struct pass *p);
/* Forgets all that was measured, for the fallback of the row's method. */
void result_fall_back(struct result *r);
/* Drops the launches. */
void result_forget(struct result *r);
void result_free(struct result *r);

/* The figures of the pass that has ended, from the launches that n rows of a
 * case have. */
void results_pass(struct result *results, size_t n, const struct measuring *o);
/* The relative standard error over the passes so far; NAN: too few. */
double result_rse(const struct result *r);
/* Computes the figures. step: seconds of the clock, over the repeats of the
 * operation in one launch. */
void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step);

/* What a row that is finished has of the pair whose lower rank is `origin`,
 * with the row's own texts; free() its passes. */
void result_of_pair(struct result *pair, const struct result *r, int origin,
                    const struct measuring *o);

#endif /* MPIPERF_RESULT_H */
