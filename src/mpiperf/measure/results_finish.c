/* results_finish.c: the figures of a case's rows, from what was measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/results.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/figures.h"

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
    r->hidden = share_hidden(&r->times, &r->compute.times, &r->pure->times);
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

/* The launches of a row, and what of its figures they have. */
static void row_summarize(struct result *r, const struct stats_options *so)
{
    summarize(&r->summary, &r->times, so);
    median_of(&r->before, so);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            r->figures[i].value = median_of(&r->figures[i].part, so);
}

/* The figures of one result by itself. */
static void result_finish(struct result *r, const struct harness *h,
                          struct stats_options so, double repeats)
{
    so.visits = visits_of(r);
    row_summarize(r, &so);
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
    if (r->reason == NULL && r->valid == 0)
        r->reason =
            xasprintf("no valid launch in %ld (%ld late, %ld overrun)%s",
                      r->launches, r->late, r->overrun,
                      h->oversubscribed ? ": more ranks than CPUs" : "");
}

/* Of the passes that have an estimate. */
static double estimate(const struct result *r)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < r->npasses; i++)
        if (!isnan(r->passes[i].estimate)) {
            sum += log(r->passes[i].estimate);
            n++;
        }
    return n > 0 ? exp(sum / (double)n) : NAN;
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
        results[i].estimate = estimate(&results[i]);
        result_finish_hidden(&results[i], &so);
        result_derive(&results[i], results[i].baseline, &so);
    }
}

/* The row as if the pass were all there is; its series stay the row's. */
static struct result row_of_pass(const struct result *r, size_t round)
{
    struct result own = *r;
    struct series *all[RESULT_SERIES];

    for (size_t i = result_series(&own, all); i-- > 0;)
        *all[i] = series_since(all[i], round);
    own.visits = (struct visit_log){0};
    own.open = r->pass.open;
    for (size_t i = 0; i < r->nfigures; i++)
        own.figures[i].value = r->pass.figures[i];
    return own;
}

void results_pass(struct result *results, size_t n, size_t round,
                  const struct measuring *o)
{
    const struct stats_options so = {
        .trim = o->trim, .confidence = o->confidence, .paper = o->paper};
    struct result *own = xcalloc(n, sizeof(*own));

    for (size_t i = 0; i < n; i++) {
        struct result *r = &own[i];

        *r = row_of_pass(&results[i], round);
        if (r->baseline != NULL)
            r->baseline = own + (r->baseline - results);
        if (r->pure != NULL)
            r->pure = own + (r->pure - results);
        row_summarize(r, &so);
    }
    for (size_t i = 0; i < n; i++) {
        struct pass *p = &results[i].pass;

        p->valid = (long)own[i].summary.n;
        p->used = own[i].summary.used;
        p->mean = own[i].summary.mean;
        p->median = own[i].summary.median;
        p->min = own[i].summary.min;
        p->max = own[i].summary.max;
        result_finish_hidden(&own[i], &so);
        p->hidden = own[i].pure != NULL ? own[i].hidden : NAN;
        result_derive(&own[i], own[i].baseline, &so);
        for (size_t k = 0; k < own[i].nfigures; k++)
            p->figures[k] = own[i].figures[k].value;
    }
    free(own);
}
