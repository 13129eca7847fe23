/* judge.h: is it faster, slower, the same, or can nobody tell? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include <stddef.h>
#include "tools/compare/adjust.h"
#include "tools/compare/contrast.h"

struct judge_options {
    double alpha; /* chance that any verdict of a table is wrong */
    double same;  /* ratios from 1 - same to 1 + same count as the same */
    const struct correction *correction; /* for many rows */
    size_t tables; /* such as one a state: the verdicts of all of them are wrong
                      with that chance; 0: this one alone */
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

struct judgement {
    double p, p_adjusted; /* of this row, of all; NAN: none */
    double ratio, lo, hi; /* with the interval of this row by itself */
    double least, most;   /* of the ratio: all rows' intervals hold at once */
    enum verdict_of_runs verdict;
    size_t needed; /* runs a side that would tell; 0: unknown, or it is told */
};

/*
 * Faster or slower: chance would not have shown as much in any row, but for
 * alpha, and the row's own interval, which is wider where runs depend on each
 * other, is on one side of 1. The same: the simultaneous interval
 * (Bonferroni's) is within 1 -+ same. All else cannot be told.
 *
 * The rows have blocks or have none. With blocks `holm` exchanges all rows at
 * once (maxT), which is sharper.
 */
void judge(struct judgement *out, const struct contrast *rows, size_t n,
           const struct judge_options *o);

/* Makes its intervals so wide that the logarithm of the ratio is uncertain by
 * `half` at least; a verdict that they bear out no more becomes open. */
void judge_widen(struct judgement *j, double half,
                 const struct judge_options *o);

/* The level that each of the tables is judged at. */
double judge_table_level(const struct judge_options *o);

/* The level that each row of so many with values is sure to be judged at. */
double judge_level(const struct contrast *rows, size_t n,
                   const struct judge_options *o);

#endif /* COMPARE_JUDGE_H */
