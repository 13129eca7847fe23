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
        if (i != own && series_has_rounds(&results[i].times))
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
