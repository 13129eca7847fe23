/* flips.h: is A different from B, by what exchanging them would have shown?
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FLIPS_H
#define MPIPERF_FLIPS_H

#include <stddef.h>

/*
 * Where A and B are the same, exchanging them within a block (a run that has
 * both as rivals, or a run of each command line) would have been as likely: it
 * turns the sign of the block's difference, in all rows of the table at once.
 * All 2^n ways are gone through up to FLIPS_EXACT blocks, else FLIPS_DRAWN
 * random ones, the same each time.
 *
 * A row has a score a block, 0 where the block lacks it. p[r] is the share of
 * ways in which the largest |sum of scores| / sqrt(sum of squares) over all
 * rows reaches row r's: adjusted for all rows together (maxT; Westfall and
 * Young 1993). Where a block has more than two runs, a row is about one pair of
 * them, and turning all pairs at once is no exchange of runs: then it is
 * approximate. NAN where all of a row's scores are 0.
 */
enum { FLIPS_EXACT = 13, FLIPS_COUNTED = 24, FLIPS_DRAWN = 9999 };

void flips_p(double *p, const double *const *score, size_t rows, size_t blocks);

/*
 * p of one row by itself: exactly up to FLIPS_COUNTED blocks, else by the
 * normal distribution, whose tail then reaches down to what thousands of rows
 * leave each. Scores are whole, or halves, as those below.
 */
double flips_p_alone(const double *score, size_t blocks);

/* Scores of differences d, NAN where a block lacks it: their signed ranks
 * (Wilcoxon), equal sizes sharing the mean of their ranks. */
void flips_signed_ranks(double *score, const double *d, size_t blocks);

/*
 * Scores of a block's values a and b, NAN where it lacks one of the two: the
 * difference of their ranks among all. The sum is that of the rank-sum test,
 * and the ways are those within blocks.
 */
void flips_rank_differences(double *score, const double *a, const double *b,
                            size_t blocks);

#endif /* MPIPERF_FLIPS_H */
