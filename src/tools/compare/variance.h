/* variance.h: at which level a figure varies, and what would narrow its
 * interval most. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VARIANCE_H
#define COMPARE_VARIANCE_H

#include <stddef.h>

/* From the highest to the lowest. */
enum variance_level {
    LEVEL_SITTINGS, /* minutes apart */
    LEVEL_RUNS,
    LEVEL_PASSES,
    LEVEL_ROUNDS,
    LEVELS,
};
extern const char *const variance_levels[LEVELS];

/* What one run says of a case. Times are seconds, NAN where unknown. */
struct variance_run {
    double value;    /* logarithm of its figure */
    double within;   /* standard error of that by the run itself; NAN */
    size_t rounds;   /* 0: unknown */
    size_t passes;   /* above 1: `within` is by them */
    size_t sitting;  /* its number, from 0 */
    double seconds;  /* that the run took */
    double measured; /* of these, in which it measured */
};

enum advice {
    ADVICE_NONE, /* nothing is known */
    ADVICE_RUNS,
    ADVICE_LONGER_RUNS,
    ADVICE_MORE_PASSES,
    ADVICE_SHORTER_RUNS,
    ADVICE_MORE_TIME,
};

struct variance {
    double sd[LEVELS]; /* what one sitting, run, ... adds to the logarithm of a
                          figure: standard deviation; NAN: cannot be told. That
                          of a pass has its rounds' in it. */
    enum advice advice;
};

/*
 * Analysis of variance, highest level first, unbiased; what comes out below 0
 * is 0. A level needs two of its units at least.
 *
 * The advice is Kalibera and Jones' (2013): of runs that start in time c and
 * measure for time t, and that vary by R beside W of their rounds, those give
 * the narrowest interval that are sqrt((c / t) (W / R)) times as long. Where
 * the sittings make more than half of what the interval is made of, no number
 * of runs at one time helps.
 */
void variance_of(struct variance *v, const struct variance_run *run, size_t n);

/* "more runs"; NULL of ADVICE_NONE. */
const char *advice_text(enum advice advice);

#endif /* COMPARE_VARIANCE_H */
