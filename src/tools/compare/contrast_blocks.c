/* contrast_blocks.c: kinds with blocks: rivals of a run, runs of two sides,
 * stays. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/flips.h"
#include "mpiperf/stats/typical.h"
#include "tools/compare/contrast.h"

/* ---- all ----------------------------------------------------------------- */

static void typical_difference(struct typical *t, const struct contrast *c)
{
    size_t n;
    double *d = contrast_differences(c, &n);

    if (c->kind == &contrast_stays)
        typical_of_stays(t, d, n);
    else
        typical_of(t, d, n);
    free(d);
}

static double typical_p(const struct contrast *c)
{
    double *score = xcalloc(c->n[0] + 1, sizeof(*score)), p;

    c->kind->score(score, c->x[0], c->x[1], c->n[0]);
    p = flips_p_alone(score, c->n[0]);
    free(score);
    return p;
}

static double typical_smallest(const struct contrast *c, const struct power *p)
{
    struct shift s;

    contrast_shift(&s, c, 1 - p->alpha);
    return (s.hi - s.lo) / 2 / power_part(p);
}

/* All on one side, or all on the other: 2 of 2^n ways. */
static size_t blocks_fewest(double alpha)
{
    double n = ceil(1 - log2(alpha));

    return n > TYPICAL_MIN ? (size_t)n : TYPICAL_MIN;
}

/* ---- rivals -------------------------------------------------------------- */

static void rivals_score(double *score, const double *a, const double *b,
                         size_t blocks)
{
    double *d = xcalloc(blocks + 1, sizeof(*d));

    for (size_t i = 0; i < blocks; i++)
        d[i] = b[i] - a[i];
    flips_signed_ranks(score, d, blocks);
    free(d);
}

static void difference_shift(struct shift *out, const struct contrast *c,
                             double confidence)
{
    struct typical t;
    double half;

    typical_difference(&t, c);
    half = typical_half(&t, confidence);
    *out = (struct shift){t.estimate, t.estimate - half, t.estimate + half};
}

static const char *difference_cause(const struct contrast *c)
{
    struct typical t;

    typical_difference(&t, c);
    return t.n > 0 ? t.cause : NULL;
}

static size_t difference_needed(const struct contrast *c, double shift,
                                const struct power *p)
{
    struct typical t;

    typical_difference(&t, c);
    return typical_needed(&t, shift * power_part(p), 1 - p->alpha);
}

static size_t rivals_fewest(double alpha)
{
    (void)alpha;
    return TYPICAL_MIN;
}

const struct contrast_kind contrast_rivals = {
    .name = "exchange of rivals within runs",
    .blocks = true,
    .p = typical_p,
    .score = rivals_score,
    .shift = difference_shift,
    .cause = difference_cause,
    .smallest = typical_smallest,
    .needed = difference_needed,
    .fewest = rivals_fewest,
};

/* ---- a run of each side -------------------------------------------------- */

/* Halvings of the range of all differences: to a part in 2^24. */
enum { HALVINGS = 24 };

/* p-value if all of b were `by` less. */
static double p_moved(const struct contrast *c, double *moved, double *score,
                      double by)
{
    for (size_t i = 0; i < c->n[1]; i++)
        moved[i] = c->x[1][i] - by;
    c->kind->score(score, c->x[0], moved, c->n[0]);
    return flips_p_alone(score, c->n[0]);
}

/* Between `in`, which is not rejected, and `out`, which is: where that ends. */
static double limit(const struct contrast *c, double in, double out,
                    double alpha)
{
    double *moved = xcalloc(c->n[1] + 1, sizeof(*moved));
    double *score = xcalloc(c->n[0] + 1, sizeof(*score));

    if (!(p_moved(c, moved, score, out) <= alpha))
        out = in = NAN;
    for (size_t i = 0; i < HALVINGS && !isnan(in); i++) {
        double middle = in + (out - in) / 2;

        if (p_moved(c, moved, score, middle) <= alpha)
            out = middle;
        else
            in = middle;
    }
    free(score);
    free(moved);
    return in;
}

/* Values of the blocks that have both. */
static void whole(struct contrast *to, const struct contrast *c)
{
    *to = (struct contrast){.kind = c->kind};
    for (size_t side = 0; side < 2; side++)
        to->x[side] = xcalloc(c->n[0] + 1, sizeof(*to->x[side]));
    for (size_t i = 0; i < c->n[0]; i++)
        if (!isnan(c->x[1][i] - c->x[0][i])) {
            to->x[0][to->n[0]++] = c->x[0][i];
            to->x[1][to->n[1]++] = c->x[1][i];
        }
}

/* A difference that no two values have. */
static double beyond(const struct contrast *c)
{
    double least = INFINITY, most = -INFINITY;

    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < c->n[side]; i++) {
            least = fmin(least, c->x[side][i]);
            most = fmax(most, c->x[side][i]);
        }
    return 2 * (most - least) + 1;
}

/*
 * Hodges and Lehmann's estimate, and the shifts that exchanging runs within
 * blocks would not reject. Blocks may be like the ones before them: the order
 * in a block was drawn, and nothing else is assumed.
 */
static void blocks_shift(struct shift *out, const struct contrast *c,
                         double confidence)
{
    double alpha = 1 - confidence, far;
    struct contrast all;

    whole(&all, c);
    *out = (struct shift){
        ranksum_estimate(all.x[0], all.n[0], all.x[1], all.n[1]), NAN, NAN};
    if (all.n[0] >= blocks_fewest(alpha)) {
        far = beyond(&all);
        out->lo = limit(&all, out->estimate, out->estimate - far, alpha);
        out->hi = limit(&all, out->estimate, out->estimate + far, alpha);
    }
    contrast_fini(&all);
}

/* The smallest shift that is shown falls with the square root of the number. */
static size_t blocks_needed(const struct contrast *c, double shift,
                            const struct power *p)
{
    double more = pow(typical_smallest(c, p) / shift, 2);
    double n = ceil((double)contrast_count(c, 0) * more);

    return n <= TYPICAL_MOST ? (size_t)n : 0;
}

static const char *blocks_cause(const struct contrast *c)
{
    size_t n = contrast_count(c, 0);

    return n > 0 && n < TYPICAL_MIN ? "fewer than 6 runs" : NULL;
}

const struct contrast_kind contrast_blocks = {
    .name = "exchange of runs within blocks",
    .blocks = true,
    .p = typical_p,
    .score = flips_rank_differences,
    .shift = blocks_shift,
    .cause = blocks_cause,
    .smallest = typical_smallest,
    .needed = blocks_needed,
    .fewest = blocks_fewest,
};

/* ---- few stays ----------------------------------------------------------- */

/* Exchanging so few could never show anything. */
static double stays_p(const struct contrast *c)
{
    struct typical t;

    typical_difference(&t, c);
    if (!(t.se > 0))
        return NAN;
    return 2 * gsl_cdf_tdist_Q(fabs(t.estimate) / t.se, t.df);
}

static size_t stays_fewest(double alpha)
{
    (void)alpha;
    return TYPICAL_STAYS_MIN;
}

bool contrast_few_stays(size_t n, double alpha)
{
    return n < blocks_fewest(alpha);
}

const struct contrast_kind contrast_stays = {
    .name = "t-test of stays",
    .blocks = true,
    .p = stays_p,
    .shift = difference_shift,
    .cause = difference_cause,
    .smallest = typical_smallest,
    .needed = difference_needed,
    .fewest = stays_fewest,
};
