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

    for (size_t i = 0; i < bench_results(o, c); i++) {
        struct result *r = &results[i];

        r->c = c;
        r->variant = &c->choice->variants[i % n];
        r->method = o->methods[i / n];
        r->baseline = baseline_of(results, c->choice, i);
        r->first_call = r->window = r->t_bcast = NAN;
        r->oneway_start = r->oneway_end = r->oneway_change = NAN;
        r->residual = r->open = r->rse = NAN;
        r->estimate = (struct ratio){NAN, NAN, NAN};
        figures_start(r, &c->choice->op->life);
        figures_start(r, &r->variant->algo->life);
        r->pure = pure_of(results, c->choice, i);
        r->has_compute = variant_computes(r->variant);
    }
}

/* What visits before this one gave is kept. */
static void result_refuse(struct result *r, const char *cause)
{
    if (r->reason != NULL || r->failure != NULL)
        return;
    if (r->visits.n == 0) {
        r->reason = xstrdup(cause);
        return;
    }
    r->failure = xstrdup(cause);
    if (stop_may_continue(r->stop))
        r->stop = STOP_FAILED;
}

void results_visit(struct result *results, const struct bench_case *c,
                   const struct bench *b)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < bench_results(b->o, c); i++) {
        results[i].visited++;
        if (b->reasons[i % n] != NULL)
            result_refuse(&results[i], b->reasons[i % n]);
    }
}

void results_describe(struct result *results, const struct bench_case *c,
                      const struct bench *b)
{
    size_t n = c->choice->nvariants;

    for (size_t i = 0; i < bench_results(b->o, c); i++) {
        struct result *r = &results[i];

        if (r->reason != NULL || r->variant->algo->describe == NULL)
            continue;
        json_decref(r->params);
        r->params = r->variant->algo->describe(b->states[i % n]);
    }
}

double results_mean(double mean, double x, long n)
{
    return isnan(mean) ? x : isnan(x) ? mean : mean + (x - mean) / (double)n;
}

static struct visits visits_of(const struct result *r)
{
    return (struct visits){r->visits.first, r->visits.n};
}

/* What of a time an algorithm hides behind something else. */
static void result_finish_hidden(struct result *r,
                                 const struct stats_options *so)
{
    if (r->pure == NULL)
        return;
    summarize(&r->compute.summary, &r->compute.times, so);
    share_hidden(&r->hidden, &r->times, &r->compute.times, &r->pure->times,
                 so->confidence, visits_of(r));
}

static double median_of(struct part *p, const struct stats_options *so)
{
    summarize(&p->summary, &p->times, so);
    return p->times.n > 0 ? p->summary.median : NAN;
}

/* What the figures of one table, and the launches, of a row came to. */
struct row_figures {
    struct figure_row row;
    double values[FIGURES_MAX], means[FIGURES_MAX], ses[FIGURES_MAX];
};

static void fine_mean(double *mean, double *se, const struct series *s,
                      const struct stats_options *so)
{
    struct summary summary;

    mean_of_rounds(&summary, s, so);
    *mean = summary.mean;
    *se = summary.se;
}

/* The first row of the table that the figure is in. */
static const struct figure *table_of(const struct result *r, size_t i)
{
    const struct figure *op = r->c->choice->op->life.figures;

    return i < figures_count(op) ? op : r->variant->algo->life.figures;
}

/* As derive() is to find them, in the order of the table. */
static const struct figure_row *row_figures(struct row_figures *f,
                                            const struct result *r,
                                            const struct figure *table,
                                            struct stats_options so)
{
    so.visits = visits_of(r);
    f->row = (struct figure_row){
        .time = r->summary.median,
        .open = r->open,
        .before =
            isnan(r->before.summary.median) ? 0 : r->before.summary.median,
        .values = f->values,
        .means = f->means,
        .ses = f->ses,
    };
    fine_mean(&f->row.mean, &f->row.se, &r->times, &so);
    for (size_t i = 0; i < FIGURES_MAX; i++)
        f->values[i] = f->means[i] = f->ses[i] = NAN;
    for (size_t i = 0; i < r->nfigures; i++)
        for (size_t j = 0; j < figures_count(table); j++)
            if (r->figures[i].figure == &table[j]) {
                f->values[j] = r->figures[i].value;
                fine_mean(&f->means[j], &f->ses[j], &r->figures[i].part.times,
                          &so);
            }
    return &f->row;
}

static void result_derive(struct result *r, const struct result *baseline,
                          const struct stats_options *so)
{
    for (size_t i = 0; i < r->nfigures; i++) {
        const struct figure *f = r->figures[i].figure, *table = table_of(r, i);
        struct row_figures mine, theirs;

        if (f->derive != NULL)
            r->figures[i].value = f->derive(
                row_figures(&mine, r, table, *so),
                baseline != NULL ? row_figures(&theirs, baseline, table, *so)
                                 : NULL);
    }
}

/* A launch that repeats the operation sees steps so much finer. */
static struct stats_options stats_of(const struct harness *h,
                                     const struct measuring *o, double repeats)
{
    return (struct stats_options){.trim = o->trim,
                                  .confidence = o->confidence,
                                  .paper = o->paper,
                                  .step = h->step / repeats};
}

/* The figures of one result by itself. */
static void result_finish(struct result *r, const struct harness *h,
                          struct stats_options so, double repeats)
{
    so.visits = visits_of(r);
    summarize(&r->summary, &r->times, &so);
    if ((long)r->times.n < r->valid) { /* some are kept no more */
        r->summary.min = r->fastest;
        r->summary.max = r->slowest;
    }
    if (r->several && r->visits.n > 0) {
        summarize_visits(&r->summary, r->visits.mean, r->visits.median,
                         r->visits.n, &so);
        r->summary.used = r->visits.used;
    }
    for (int i = 0; i < SPANS; i++)
        summarize(&r->spans[i].summary, &r->spans[i].times, &so);
    r->first_call /= repeats;
    median_of(&r->before, &so);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            r->figures[i].value = median_of(&r->figures[i].part, &so);
    if (r->reason == NULL && r->valid == 0)
        r->reason =
            xasprintf("no valid launch in %ld (%ld late, %ld overrun)%s",
                      r->launches, r->late, r->overrun,
                      h->oversubscribed ? ": more ranks than CPUs" : "");
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

/* Both of them from the visits, where there were several. */
static void estimate_visits(struct result *r, const struct stats_options *so)
{
    const struct visit_log *v = &r->visits;
    double least, se;

    if (!r->several)
        return;
    least = so->step / 2 / r->summary.mean;
    ratio_of_visits(&r->estimate, &se, v->time, v->n, so->confidence, least);
    if (r->baseline == NULL)
        return;
    least += so->step / 2 / r->baseline->summary.mean;
    ratio_of_visits(&r->vs, &se, v->ratio, v->n, so->confidence, least);
}

void results_finish(struct result *results, const struct bench_case *c,
                    const struct harness *h, const struct measuring *o,
                    double repeats)
{
    const struct stats_options so = stats_of(h, o, repeats);
    size_t n = bench_results(o, c);

    for (size_t i = 0; i < n; i++)
        result_finish(&results[i], h, so, repeats);
    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        estimate(results, n, i, &so);
        result_finish_hidden(r, &so);
        result_derive(r, r->baseline, &so);
        if (r->baseline != NULL)
            ratio_of_rounds(&r->vs, &r->times, &r->baseline->times,
                            so.confidence, so.step);
        estimate_visits(r, &so);
    }
}

void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause)
{
    size_t n = c->choice->nvariants;

    for (size_t i = variant; i < bench_results(o, c); i += n)
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

void result_free(struct result *r)
{
    struct series *all[RESULT_SERIES];

    free(r->reason);
    free(r->failure);
    for (size_t i = result_series(r, all); i-- > 0;)
        series_free(all[i]);
    free(r->visits.first);
    free(r->visits.mean);
    free(r->visits.median);
    free(r->visits.time);
    free(r->visits.ratio);
    stays_clear(&r->stays);
    stays_clear(&r->visit.stays);
    json_decref(r->params);
    for (size_t i = 0; i < r->nsamples; i++)
        free(r->samples[i].times);
    free(r->samples);
    free(r->renewal.models);
}
