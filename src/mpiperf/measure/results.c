/* results.c: the rows of a case, from empty ones to those with figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/results.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/figures.h"

static void figures_start(struct result *r, const struct lifecycle *life)
{
    for (size_t i = 0; i < figures_count(life->figures); i++)
        r->figures[r->nfigures++] =
            (struct figure_result){.figure = &life->figures[i], .value = NAN};
}

void results_start(struct result *results, const struct bench_case *c,
                   const struct bench *b)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < bench_results(b->o, c); i++) {
        struct result *r = &results[i];

        r->c = c;
        r->variant = &c->choice->variants[i % n];
        r->method = b->o->methods[i / n];
        r->first_call = r->window = r->t_bcast = NAN;
        r->oneway_start = r->oneway_end = r->oneway_change = NAN;
        r->residual = r->open = NAN;
        r->estimate = (struct ratio){NAN, NAN, NAN};
        figures_start(r, &c->choice->op->life);
        figures_start(r, &r->variant->algo->life);
        r->has_compute = r->variant->algo->compute != NULL;
        if (b->reasons[i % n] != NULL)
            r->reason = xstrdup(b->reasons[i % n]);
    }
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

/* What of the baseline's time an algorithm hides behind something else. */
static void result_finish_hidden(struct result *r,
                                 const struct result *baseline,
                                 const struct stats_options *so)
{
    if (!r->has_compute)
        return;
    summarize(&r->compute.summary, &r->compute.times, so);
    share_hidden(&r->hidden, &r->times, &r->compute.times, &baseline->times,
                 so->confidence);
}

static double median_of(struct part *p, const struct stats_options *so)
{
    summarize(&p->summary, &p->times, so);
    return p->times.n > 0 ? p->summary.median : NAN;
}

static struct figure_row row_of(const struct result *r, const double *values)
{
    return (struct figure_row){
        .time = r->times.n > 0 ? r->summary.median : NAN,
        .open = r->open,
        .before = r->before.times.n > 0 ? r->before.summary.median : 0,
        .values = values,
    };
}

/* Values of the figures of the same table, as derive() is to find them. */
static void values_of(const struct result *r, const struct figure *table,
                      double *values)
{
    for (size_t i = 0; i < FIGURES_MAX; i++)
        values[i] = NAN;
    for (size_t i = 0; i < r->nfigures; i++)
        for (size_t j = 0; j < figures_count(table); j++)
            if (r->figures[i].figure == &table[j])
                values[j] = r->figures[i].value;
}

/* The first row of the table that the figure is in. */
static const struct figure *table_of(const struct result *r, size_t i)
{
    const struct figure *op = r->c->choice->op->life.figures;

    return i < figures_count(op) ? op : r->variant->algo->life.figures;
}

static void result_derive(struct result *r, const struct result *baseline)
{
    for (size_t i = 0; i < r->nfigures; i++) {
        const struct figure *f = r->figures[i].figure;
        double own[FIGURES_MAX], base[FIGURES_MAX];
        struct figure_row mine, theirs;

        if (f->derive == NULL)
            continue;
        values_of(r, table_of(r, i), own);
        mine = row_of(r, own);
        if (baseline == NULL) {
            r->figures[i].value = f->derive(&mine, NULL);
            continue;
        }
        values_of(baseline, table_of(r, i), base);
        theirs = row_of(baseline, base);
        r->figures[i].value = f->derive(&mine, &theirs);
    }
}

/* A launch that repeats the operation sees steps so much finer. */
static struct stats_options stats_of(const struct bench *b, double repeats)
{
    return (struct stats_options){.trim = b->o->trim,
                                  .confidence = b->o->confidence,
                                  .paper = b->o->paper,
                                  .step = b->h->step / repeats};
}

/* The figures of one result by itself. */
static void result_finish(struct result *r, const struct bench *b,
                          double repeats)
{
    const struct stats_options so = stats_of(b, repeats);

    summarize(&r->summary, &r->times, &so);
    for (int i = 0; i < SPANS; i++)
        summarize(&r->spans[i].summary, &r->spans[i].times, &so);
    r->first_call /= repeats;
    median_of(&r->before, &so);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            r->figures[i].value = median_of(&r->figures[i].part, &so);
    if (r->reason == NULL && r->times.n == 0)
        r->reason =
            xasprintf("no valid launch in %ld (%ld late, %ld overrun)%s",
                      r->launches, r->late, r->overrun,
                      b->h->oversubscribed ? ": more ranks than CPUs" : "");
}

/* Over the rounds of all rivals that have any, its own first. */
static void estimate(struct result *results, size_t n, size_t own,
                     const struct stats_options *so)
{
    const struct series **s = xcalloc(n + 1, sizeof(*s));
    size_t k = 0;

    s[k++] = &results[own].times;
    for (size_t i = 0; i < n; i++)
        if (i != own && results[i].times.n > 0)
            s[k++] = &results[i].times;
    time_of_rounds(&results[own].estimate, s, k, so->confidence, so->step);
    free(s);
}

void results_finish(struct result *results, const struct bench_case *c,
                    const struct bench *b, double repeats)
{
    const struct choice *choice = c->choice;
    const struct stats_options so = stats_of(b, repeats);
    size_t n = bench_results(b->o, c);

    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        /* After the launches: it may tell what it saw of them. */
        if (r->reason == NULL && r->variant->algo->describe != NULL)
            r->params =
                r->variant->algo->describe(b->states[i % choice->nvariants]);
        result_finish(r, b, repeats);
    }
    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        estimate(results, n, i, &so);
        r->baseline = baseline_of(results, choice, i);
        result_finish_hidden(r, r->baseline != NULL ? r->baseline : r, &so);
        result_derive(r, r->baseline);
        if (r->baseline != NULL)
            ratio_of_rounds(&r->vs, &r->times, &r->baseline->times,
                            so.confidence, so.step);
    }
}

void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause)
{
    size_t n = c->choice->nvariants;

    for (size_t i = variant; i < bench_results(o, c); i += n)
        if (results[i].reason == NULL)
            results[i].reason = xstrdup(cause);
}

void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause)
{
    for (size_t i = 0; i < c->choice->nvariants; i++)
        results_refuse(results, c, o, i, cause);
}

void result_free(struct result *r)
{
    free(r->reason);
    series_free(&r->times);
    series_free(&r->compute.times);
    series_free(&r->before.times);
    for (size_t i = 0; i < r->nfigures; i++)
        series_free(&r->figures[i].part.times);
    for (size_t i = 0; i < SPANS; i++)
        series_free(&r->spans[i].times);
    json_decref(r->params);
    for (size_t i = 0; i < r->nsamples; i++)
        free(r->samples[i].times);
    free(r->samples);
    free(r->renewal.models);
}
