/* results.c: the rows of a case, empty, refused, and freed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/results.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/figures.h"

size_t case_rows(const struct measuring *o, const struct bench_case *c)
{
    return o->nmethods * c->choice->nvariants;
}

static void figures_start(struct result *r, const struct lifecycle *life)
{
    for (size_t i = 0; i < figures_count(life->figures); i++)
        r->figures[r->nfigures++] =
            (struct figure_result){.figure = &life->figures[i], .value = NAN};
}

/* `native` when it is among them, else the first named. */
static size_t baseline_variant(const struct choice *choice)
{
    for (size_t i = 0; i < choice->nvariants; i++)
        if (choice->variants[i].algo == &algo_native)
            return i;
    return 0;
}

/* Algorithms compare under the same method; one algorithm by itself compares
 * with what it was under the first method. */
static const struct result *baseline_of(const struct result *results,
                                        const struct choice *choice, size_t i)
{
    size_t n = choice->nvariants;
    const struct result *baseline =
        n > 1 ? &results[i / n * n + baseline_variant(choice)] : &results[0];

    return baseline == &results[i] ? NULL : baseline;
}

static const struct result *pure_of(const struct result *results,
                                    const struct choice *choice, size_t i)
{
    size_t n = choice->nvariants;
    const struct variant *v = &choice->variants[i % n];
    const struct variant *pure =
        variant_computes(v) ? variant_pure(choice, v) : NULL;

    return pure == NULL
               ? NULL
               : &results[i / n * n + (size_t)(pure - choice->variants)];
}

void results_start(struct result *results, const struct bench_case *c,
                   const struct measuring *o)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < case_rows(o, c); i++) {
        struct result *r = &results[i];

        r->c = c;
        r->variant = &c->choice->variants[i % n];
        r->method = o->methods[i / n];
        r->baseline = baseline_of(results, c->choice, i);
        r->first_call = r->window = r->t_bcast = NAN;
        r->residual = r->open = r->rse = r->estimate = NAN;
        r->rank_mean = r->rank_min = r->rank_max = NAN;
        figures_start(r, &c->choice->op->life);
        figures_start(r, &r->variant->algo->life);
        r->pure = pure_of(results, c->choice, i);
        r->has_compute = variant_computes(r->variant);
    }
}

/* What passes before this one gave is kept. */
static void result_refuse(struct result *r, const char *cause)
{
    if (r->reason != NULL || r->failure != NULL)
        return;
    if (r->measured == 0) {
        r->reason = xstrdup(cause);
        return;
    }
    r->failure = xstrdup(cause);
    if (stop_may_continue(r->stop))
        r->stop = STOP_FAILED;
}

static void pass_start(struct pass *p)
{
    *p = (struct pass){.open = NAN,
                       .hidden = NAN,
                       .rank_mean = NAN,
                       .rank_min = NAN,
                       .rank_max = NAN};
    for (int i = 0; i < GAUGES; i++)
        p->gauge[i][0] = p->gauge[i][1] = NAN;
    for (size_t i = 0; i < 2 * FIGURES_MAX; i++)
        p->figures[i] = NAN;
}

void results_begin(struct result *results, const struct bench_case *c,
                   const struct measuring *o, char *const *reasons)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < case_rows(o, c); i++) {
        results[i].begun++;
        pass_start(&results[i].pass);
        for (size_t k = 0; k < results[i].nfigures; k++)
            results[i].figures[k].value = NAN;
        if (reasons[i % n] != NULL)
            result_refuse(&results[i], reasons[i % n]);
    }
}

void results_describe(struct result *results, const struct bench_case *c,
                      const struct measuring *o, void *const *states)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < case_rows(o, c); i++) {
        struct result *r = &results[i];

        if (r->reason != NULL || r->variant->algo->describe == NULL)
            continue;
        json_decref(r->params);
        r->params = r->variant->algo->describe(states[i % n]);
    }
}

void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause)
{
    size_t n = c->choice->nvariants;

    for (size_t i = variant; i < case_rows(o, c); i += n)
        result_refuse(&results[i], cause);
}

void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause)
{
    for (size_t i = 0; i < c->choice->nvariants; i++)
        results_refuse(results, c, o, i, cause);
}

size_t result_series(struct result *r, struct series **all)
{
    size_t n = 0;

    all[n++] = &r->times;
    all[n++] = &r->compute.times;
    all[n++] = &r->before.times;
    for (size_t i = 0; i < r->nfigures; i++)
        all[n++] = &r->figures[i].part.times;
    for (size_t i = 0; i < SPANS; i++)
        all[n++] = &r->spans[i].times;
    return n;
}

static void samples_free(struct result *r)
{
    for (size_t i = 0; i < r->nsamples; i++)
        free(r->samples[i].times);
    free(r->samples);
    r->samples = NULL;
    r->nsamples = 0;
}

void result_fall_back(struct result *r)
{
    struct series *all[RESULT_SERIES];

    samples_free(r);
    for (size_t i = result_series(r, all); i-- > 0;)
        series_free(all[i]);
    r->fell_back = r->method;
    r->method = r->method->fallback;
    r->launches = r->valid = r->late = r->overrun = r->rounds = 0;
    r->faults = r->switches = r->migrations = r->disturbed = 0;
    r->npasses = r->measured = 0;
    r->seconds = 0;
    r->window = r->t_bcast = NAN;
    r->stop = STOP_NOT;
}

void result_free(struct result *r)
{
    struct series *all[RESULT_SERIES];

    free(r->reason);
    free(r->failure);
    for (size_t i = result_series(r, all); i-- > 0;)
        series_free(all[i]);
    free(r->passes);
    json_decref(r->params);
    samples_free(r);
    free(r->renewal.models);
}
