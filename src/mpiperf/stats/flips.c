/* flips.c: exchanges within blocks, all rows of a table at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/flips.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* Sums that differ by rounding only are equal. */
#define ROUNDING 1e-9

struct table {
    const double *const *score;
    double *norm; /* of each row: sqrt(sum of squares) */
    size_t rows, blocks;
};

/* |sum| / norm of row r, with the signs of `flip` turned; one bit a block. */
static double statistic(const struct table *t, size_t r, const uint64_t *flip)
{
    double sum = 0;

    for (size_t i = 0; i < t->blocks; i++)
        sum += flip[i / 64] >> (i % 64) & 1 ? -t->score[r][i] : t->score[r][i];
    return fabs(sum) / t->norm[r];
}

static double largest(const struct table *t, const uint64_t *flip)
{
    double most = 0;

    for (size_t r = 0; r < t->rows; r++)
        if (t->norm[r] > 0)
            most = fmax(most, statistic(t, r, flip));
    return most;
}

/* Of the ways, how many reach what each row shows. */
static void count(const struct table *t, double *reached, const double *shown,
                  const uint64_t *flip)
{
    double most = largest(t, flip) + ROUNDING;

    for (size_t r = 0; r < t->rows; r++)
        reached[r] += most >= shown[r];
}

/* A way and its opposite have equal sums: the last block's sign stays. */
static size_t count_all(const struct table *t, double *reached,
                        const double *shown)
{
    uint64_t ways = (uint64_t)1 << (t->blocks > 0 ? t->blocks - 1 : 0);

    for (uint64_t flip = 0; flip < ways; flip++)
        count(t, reached, shown, &flip);
    return ways;
}

/* What was seen is one of the ways. */
static size_t count_drawn(const struct table *t, double *reached,
                          const double *shown)
{
    size_t words = t->blocks / 64 + 1;
    uint64_t *flip = xcalloc(words, sizeof(*flip));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    if (rng == NULL)
        out_of_memory();
    count(t, reached, shown, flip);
    for (size_t k = 0; k < FLIPS_DRAWN; k++) {
        for (size_t w = 0; w < words; w++)
            flip[w] = (uint64_t)gsl_rng_get(rng) << 32 | gsl_rng_get(rng);
        count(t, reached, shown, flip);
    }
    gsl_rng_free(rng);
    free(flip);
    return FLIPS_DRAWN + 1;
}

void flips_p(double *p, const double *const *score, size_t rows, size_t blocks)
{
    struct table t = {.score = score, .rows = rows, .blocks = blocks};
    double *shown = xcalloc(rows + 1, sizeof(*shown));
    uint64_t *none = xcalloc(blocks / 64 + 1, sizeof(*none));
    size_t ways;

    t.norm = xcalloc(rows + 1, sizeof(*t.norm));
    for (size_t r = 0; r < rows; r++) {
        for (size_t i = 0; i < blocks; i++)
            t.norm[r] += score[r][i] * score[r][i];
        t.norm[r] = sqrt(t.norm[r]);
        shown[r] = t.norm[r] > 0 ? statistic(&t, r, none) : NAN;
        p[r] = 0;
    }
    ways = blocks <= FLIPS_EXACT ? count_all(&t, p, shown)
                                 : count_drawn(&t, p, shown);
    for (size_t r = 0; r < rows; r++)
        p[r] = t.norm[r] > 0 ? p[r] / (double)ways : NAN;
    free(t.norm);
    free(none);
    free(shown);
}

/* ---- one row ------------------------------------------------------------- */

/* Ways by twice the sum of what is turned: each block doubles them. */
static double p_counted(const double *score, size_t blocks)
{
    double all = 0, far = 0, sum = 0, *ways;
    size_t twice[FLIPS_COUNTED], most = 0, reach = 0;

    for (size_t i = 0; i < blocks; i++) {
        sum += score[i];
        twice[i] = (size_t)(fabs(2 * score[i]) + 0.5);
        most += twice[i];
    }
    ways = xcalloc(most + 1, sizeof(*ways));
    ways[0] = 1;
    for (size_t i = 0; i < blocks; i++) {
        reach += twice[i];
        for (size_t s = reach + 1; twice[i] > 0 && s-- > twice[i];)
            ways[s] += ways[s - twice[i]];
    }
    for (size_t s = 0; s <= most; s++) {
        all += ways[s];
        if (fabs((double)most / 2 - (double)s) >= fabs(sum) - ROUNDING)
            far += ways[s];
    }
    free(ways);
    return far / all;
}

double flips_p_alone(const double *score, size_t blocks)
{
    double sum = 0, squares = 0;

    for (size_t i = 0; i < blocks; i++) {
        sum += score[i];
        squares += score[i] * score[i];
    }
    if (!(squares > 0))
        return NAN;
    if (blocks <= FLIPS_COUNTED)
        return p_counted(score, blocks);
    return 2 * gsl_cdf_ugaussian_Q(fabs(sum) / sqrt(squares));
}

/* ---- scores -------------------------------------------------------------- */

/* Ranks from 1, equal values sharing their mean; NAN is left alone. */
static void rank(double *ranks, const double *x, size_t n)
{
    size_t *order = xcalloc(n + 1, sizeof(*order)), m = 0;
    double *value = xcalloc(n + 1, sizeof(*value));
    size_t *index = xcalloc(n + 1, sizeof(*index));

    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i])) {
            value[m] = x[i];
            index[m++] = i;
        }
    gsl_sort_index(order, value, 1, m);
    for (size_t i = 0, j; i < m; i = j) {
        for (j = i; j < m && value[order[j]] == value[order[i]];)
            j++;
        for (size_t k = i; k < j; k++)
            ranks[index[order[k]]] = (double)(i + 1 + j) / 2;
    }
    free(index);
    free(value);
    free(order);
}

void flips_signed_ranks(double *score, const double *d, size_t blocks)
{
    double *size = xcalloc(blocks + 1, sizeof(*size));

    for (size_t i = 0; i < blocks; i++) {
        size[i] = fabs(d[i]);
        score[i] = 0;
    }
    rank(score, size, blocks);
    for (size_t i = 0; i < blocks; i++)
        score[i] *= isnan(d[i]) || d[i] == 0 ? 0 : d[i] > 0 ? 1 : -1;
    free(size);
}

void flips_rank_differences(double *score, const double *a, const double *b,
                            size_t blocks)
{
    double *both = xcalloc(2 * blocks + 1, sizeof(*both));
    double *ranks = xcalloc(2 * blocks + 1, sizeof(*ranks));

    for (size_t i = 0; i < blocks; i++) {
        bool whole = !isnan(a[i]) && !isnan(b[i]);

        both[2 * i] = whole ? a[i] : NAN;
        both[2 * i + 1] = whole ? b[i] : NAN;
    }
    rank(ranks, both, 2 * blocks);
    for (size_t i = 0; i < blocks; i++)
        score[i] = ranks[2 * i + 1] - ranks[2 * i];
    free(ranks);
    free(both);
}
