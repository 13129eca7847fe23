/* contrast.c: kinds without blocks, and what all kinds share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/contrast.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* ---- values -------------------------------------------------------------- */

static double *copy(const double *x, size_t n, bool gaps, size_t *kept)
{
    double *to = xcalloc(n + 1, sizeof(*to));

    *kept = 0;
    for (size_t i = 0; i < n; i++)
        if (gaps || !isnan(x[i]))
            to[(*kept)++] = x[i];
    return to;
}

struct kept_shift {
    double confidence;
    struct shift shift;
};

void contrast_init(struct contrast *c, const struct contrast_kind *kind,
                   const double *a, size_t na, const double *b, size_t nb)
{
    bool gaps = kind->blocks;

    c->kind = kind;
    c->x[0] = copy(a, na, gaps, &c->n[0]);
    c->x[1] = copy(b, nb, gaps, &c->n[1]);
    c->kept = xmalloc(sizeof(*c->kept));
    c->kept->confidence = NAN;
}

void contrast_fini(struct contrast *c)
{
    free(c->x[0]);
    free(c->x[1]);
    free(c->kept);
}

double *contrast_differences(const struct contrast *c, size_t *n)
{
    double *d = xcalloc(c->n[0] + 1, sizeof(*d));

    *n = 0;
    for (size_t i = 0; i < c->n[0]; i++)
        if (!isnan(c->x[1][i] - c->x[0][i]))
            d[(*n)++] = c->x[1][i] - c->x[0][i];
    return d;
}

size_t contrast_count(const struct contrast *c, size_t side)
{
    size_t n;

    if (!c->kind->blocks)
        return c->n[side];
    free(contrast_differences(c, &n));
    return n;
}

void contrast_shift(struct shift *out, const struct contrast *c,
                    double confidence)
{
    if (c->kept->confidence != confidence) {
        c->kind->shift(&c->kept->shift, c, confidence);
        c->kept->confidence = confidence;
    }
    *out = c->kept->shift;
}

size_t contrast_needed(const struct contrast *c, double shift,
                       const struct power *p)
{
    size_t a = contrast_count(c, 0), b = contrast_count(c, 1);
    size_t fewest = c->kind->fewest(p->alpha), n;

    if (a == 0 || b == 0)
        return 0;
    if (a < fewest || b < fewest)
        return fewest;
    n = c->kind->needed(c, shift, p);
    return n > 0 && n < fewest ? fewest : n;
}

static struct samples samples_of(const struct contrast *c)
{
    return (struct samples){.x = {c->x[0], c->x[1]}, .n = {c->n[0], c->n[1]}};
}

/* ---- runs in any order --------------------------------------------------- */

static double runs_p(const struct contrast *c)
{
    return ranksum_p(c->x[0], c->n[0], c->x[1], c->n[1]);
}

static void runs_shift(struct shift *out, const struct contrast *c,
                       double confidence)
{
    ranksum_shift(out, c->x[0], c->n[0], c->x[1], c->n[1], confidence);
}

static double runs_smallest(const struct contrast *c, const struct power *p)
{
    struct samples s = samples_of(c);

    return power_smallest(&s, p);
}

static size_t runs_needed(const struct contrast *c, double shift,
                          const struct power *p)
{
    struct samples s = samples_of(c);

    return power_runs(&s, shift, p);
}

const struct contrast_kind contrast_runs = {
    .name = "rank-sum test",
    .p = runs_p,
    .shift = runs_shift,
    .smallest = runs_smallest,
    .needed = runs_needed,
    .fewest = ranksum_fewest,
};

/* ---- sittings ------------------------------------------------------------ */

/* Student's t of two sets of means, of one variance. */
struct pooled {
    double shift, se, df; /* NAN: unknown */
};

/* Means that differ by what the machine drifts by: one in a side says where it
 * is, and nothing of how far it may be next time. */
static struct pooled pooled_of(const struct contrast *c)
{
    struct pooled p = {NAN, NAN, 0};
    double squares = 0, inverse = 0;

    if (c->n[0] == 0 || c->n[1] == 0)
        return p;
    for (size_t i = 0; i < 2; i++) {
        squares += gsl_stats_tss(c->x[i], 1, c->n[i]);
        inverse += 1 / (double)c->n[i];
        p.df += (double)c->n[i] - 1;
    }
    p.shift = gsl_stats_mean(c->x[1], 1, c->n[1]) -
              gsl_stats_mean(c->x[0], 1, c->n[0]);
    if (p.df >= 2)
        p.se = sqrt(squares / p.df * inverse);
    return p;
}

static double sittings_p(const struct contrast *c)
{
    struct pooled p = pooled_of(c);

    if (!(p.se > 0))
        return NAN;
    return 2 * gsl_cdf_tdist_Q(fabs(p.shift) / p.se, p.df);
}

static void sittings_shift(struct shift *out, const struct contrast *c,
                           double confidence)
{
    struct pooled p = pooled_of(c);
    double half =
        p.se > 0 ? p.se * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, p.df) : NAN;

    *out = (struct shift){p.shift, p.shift - half, p.shift + half};
}

static double sittings_smallest(const struct contrast *c, const struct power *p)
{
    struct shift s;

    sittings_shift(&s, c, 1 - p->alpha);
    return (s.hi - s.lo) / 2 / power_part(p);
}

static size_t sittings_needed(const struct contrast *c, double shift,
                              const struct power *p)
{
    (void)c;
    (void)shift;
    (void)p;
    return 0; /* runs of a sitting more are no help */
}

static size_t sittings_fewest(double alpha)
{
    (void)alpha;
    return 0;
}

const struct contrast_kind contrast_sittings = {
    .name = "t-test of sittings",
    .p = sittings_p,
    .shift = sittings_shift,
    .smallest = sittings_smallest,
    .needed = sittings_needed,
    .fewest = sittings_fewest,
};
