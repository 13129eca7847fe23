/* compare.c: ratio, p-value, verdict and power of every case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/power.h"
#include "tools/compare/ranksum.h"

const char *verdict_name(enum verdict v)
{
    switch (v) {
    case VERDICT_TOO_FEW:
        return "too few runs";
    case VERDICT_NO_EVIDENCE:
        return "no evidence";
    case VERDICT_FASTER:
        return "faster";
    case VERDICT_SLOWER:
        return "slower";
    case VERDICT_NONE:
        break;
    }
    return "n/a";
}

/* Logarithms, malloced: what times of different cases have in common is that
 * they scatter by a share. NULL: one of them is not above 0. */
static double *logs_of(const double *x, size_t n)
{
    double *logs = xmalloc((n + 1) * sizeof(*logs));

    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0)) {
            free(logs);
            return NULL;
        }
        logs[i] = log(x[i]);
    }
    return logs;
}

static void set_ratio(struct comparison *c, const struct samples *s,
                      double confidence)
{
    struct shift shift;

    ranksum_shift(&shift, s->x[0], s->n[0], s->x[1], s->n[1], confidence);
    c->ratio = exp(shift.estimate);
    c->lo = exp(shift.lo);
    c->hi = exp(shift.hi);
}

/*
 * One run a side: the intervals of the two medians, each at the confidence
 * it was measured with, put together (Zou and Donner 2008): the distances of
 * the ends from the middles add as squares, on logarithms.
 */
static void set_ratio_within(struct comparison *c, const struct figures *a,
                             const struct figures *b)
{
    const struct figures *of[2] = {a, b};
    double m[2], lo[2], hi[2];

    c->within = true;
    for (size_t i = 0; i < 2; i++) {
        m[i] = log(of[i]->median);
        lo[i] = log(of[i]->lo);
        hi[i] = log(of[i]->hi);
    }
    if (!isfinite(m[0]) || !isfinite(m[1]))
        return;
    c->ratio = exp(m[1] - m[0]);
    c->lo = exp(m[1] - m[0] - hypot(m[1] - lo[1], hi[0] - m[0]));
    c->hi = exp(m[1] - m[0] + hypot(hi[1] - m[1], m[0] - lo[0]));
    if (!isfinite(c->lo) || !isfinite(c->hi))
        c->lo = c->hi = NAN;
}

/* Runs of both sides of a case: what needs no other case. */
static void compare_case(struct comparison *c, const struct case_runs *r,
                         const struct compare_options *o)
{
    struct samples s = {.n = {r[0].n, r[1].n}};
    double *logs[2] = {logs_of(r[0].median, r[0].n),
                       logs_of(r[1].median, r[1].n)};

    for (size_t i = 0; i < 2; i++) {
        s.x[i] = logs[i];
        c->side[i] = (struct side_figures){r[i].n, r[i].empty, r[i].wrong,
                                           median_of(r[i].median, r[i].n)};
    }
    c->p = c->ratio = c->lo = c->hi = NAN;
    if (s.n[0] == 1 && s.n[1] == 1)
        set_ratio_within(c, r[0].of[0], r[1].of[0]);
    else if (logs[0] != NULL && logs[1] != NULL)
        set_ratio(c, &s, 1 - o->alpha);
    if (s.n[0] + s.n[1] > 2)
        c->p = ranksum_p(r[0].median, s.n[0], r[1].median, s.n[1]);
    free(logs[0]);
    free(logs[1]);
}

/* What depends on how many cases there are: `level` is the one that a case is
 * sure to be rejected at. */
static void judge(struct comparison *c, const struct case_runs *r,
                  const struct compare_options *o, double level)
{
    double *logs[2] = {logs_of(r[0].median, r[0].n),
                       logs_of(r[1].median, r[1].n)};
    struct samples s = {.x = {logs[0], logs[1]}, .n = {r[0].n, r[1].n}};
    struct power power = {.alpha = level, .power = o->power};

    c->detectable = c->most = NAN;
    if (logs[0] != NULL && logs[1] != NULL) {
        struct shift shift;

        ranksum_shift(&shift, s.x[0], s.n[0], s.x[1], s.n[1], 1 - level);
        c->most = exp(shift.hi);
        c->detectable = expm1(power_smallest(&s, &power));
        c->needed = power_runs(&s, log1p(o->change), &power);
    }
    if (isnan(c->p))
        c->verdict = VERDICT_NONE;
    else if (c->p_adjusted <= o->alpha)
        c->verdict = ranksum_side(r[0].median, s.n[0], r[1].median, s.n[1]) > 0
                         ? VERDICT_SLOWER
                         : VERDICT_FASTER;
    else if (ranksum_least_p(s.n[0], s.n[1]) > level)
        c->verdict = VERDICT_TOO_FEW;
    else
        c->verdict = VERDICT_NO_EVIDENCE;
    free(logs[0]);
    free(logs[1]);
}

/* The cases that `all` has and `other` has not. */
static json_t *only_in(const struct runs *all, const struct runs *other)
{
    json_t *only = json_object();

    for (size_t i = 0; i < all->ncases; i++)
        if (runs_find(other, all->cases[i].key) == NULL)
            json_object_set(only, all->cases[i].key, all->cases[i].record);
    return only;
}

static void adjust_all(struct comparisons *c, const struct compare_options *o)
{
    double *p = xmalloc((c->n + 1) * sizeof(*p));
    double *adjusted = xmalloc((c->n + 1) * sizeof(*adjusted));

    for (size_t i = 0; i < c->n; i++) {
        p[i] = c->v[i].p;
        c->tested += !isnan(p[i]);
    }
    o->correction->adjust(adjusted, p, c->n);
    for (size_t i = 0; i < c->n; i++)
        c->v[i].p_adjusted = adjusted[i];
    free(p);
    free(adjusted);
}

void comparisons_make(struct comparisons *out, const struct runs *a,
                      const struct runs *b, const struct compare_options *o)
{
    struct case_runs(*r)[2] = xcalloc(a->ncases, sizeof(*r));

    *out = (struct comparisons){
        .v = xcalloc(a->ncases, sizeof(*out->v)),
        .only = {only_in(a, b), only_in(b, a)},
    };
    for (size_t i = 0; i < a->ncases; i++) {
        const struct runs_case *of[2] = {&a->cases[i],
                                         runs_find(b, a->cases[i].key)};

        if (of[1] == NULL)
            continue;
        case_runs_init(&r[out->n][0], of[0]);
        case_runs_init(&r[out->n][1], of[1]);
        out->v[out->n].record = of[0]->record;
        compare_case(&out->v[out->n], r[out->n], o);
        out->n++;
    }
    adjust_all(out, o);
    for (size_t i = 0; i < out->n; i++) {
        judge(&out->v[i], r[i], o, o->correction->level(o->alpha, out->tested));
        case_runs_fini(&r[i][0]);
        case_runs_fini(&r[i][1]);
    }
    free(r);
}

void comparisons_free(struct comparisons *c)
{
    free(c->v);
    json_decref(c->only[0]);
    json_decref(c->only[1]);
    *c = (struct comparisons){0};
}
