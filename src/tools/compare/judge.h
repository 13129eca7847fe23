/* judge.h: is it faster, slower, the same, or can nobody tell? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include <stddef.h>
#include "mpiperf/stats/typical.h"

struct judge_options {
    double alpha; /* chance that any verdict of a table is wrong */
    double same;  /* ratios from 1 - same to 1 + same count as the same */
};

enum verdict_of_runs {
    JUDGED_NOT, /* there is nothing to compare */
    JUDGED_FASTER,
    JUDGED_SLOWER,
    JUDGED_SAME,
    JUDGED_OPEN, /* cannot tell */
};

/* "faster", ...; "" of JUDGED_NOT. */
const char *judged_name(enum verdict_of_runs v);

/* One row of a table. */
struct judge_row {
    const struct typical *log_ratio; /* of the blocks that have it */
    const double *score; /* of each block's exchange: flips.h */
};

struct judgement {
    double p;      /* adjusted for all rows of the table; NAN: none */
    double lo, hi; /* of the ratio: all rows' intervals hold at once */
    enum verdict_of_runs verdict;
    size_t needed; /* blocks that would tell; 0: unknown, or it is told */
};

/*
 * Faster or slower: exchanging the two sides within blocks would not have shown
 * as much in any row, but for a chance of alpha, and the row's own interval,
 * which is wider where blocks depend on each other, is on one side of 1. The
 * same: the simultaneous interval (Bonferroni's) is within 1 -+ same. All else
 * cannot be told.
 */
void judge(struct judgement *out, const struct judge_row *rows, size_t n,
           size_t blocks, const struct judge_options *o);

#endif /* COMPARE_JUDGE_H */
