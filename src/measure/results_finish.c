/* results_finish.c: the figures of a case's rows: of a pass from its launches,
 * in the end from the passes, or from the launches if there was only one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/results.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/figures.h"

/* ---- over the passes ----------------------------------------------------- */

/* A figure of each pass. */
#define OF_PASS(member) offsetof(struct pass, member)

/* Those of passes that have them; returns how many. */
static size_t pass_values(double *x, const struct result *r, size_t at)
{
    size_t n = 0;

    for (size_t i = 0; i < r->npasses; i++) {
        double value = *(const double *)((const char *)&r->passes[i] + at);

        if (!isnan(value))
            x[n++] = value;
    }
    return n;
}

void summary_of_passes(struct summary *out, const struct result *r, size_t mean,
                       size_t median, const struct stats_options *so)
{
    double *x = xcalloc(2 * r->npasses + 1, sizeof(*x)), *y = x + r->npasses;
    size_t n = pass_values(x, r, mean);

    if (n > 0 && pass_values(y, r, median) == n)
        summarize_passes(out, x, y, n, so);
    else
        summarize(out, &(struct series){0}, so);
    free(x);
}

static double mean_of_passes(const struct result *r, size_t at)
{
    double *x = xcalloc(r->npasses + 1, sizeof(*x)), sum = 0;
    size_t n = pass_values(x, r, at);

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    free(x);
    return n > 0 ? sum / (double)n : NAN;
}

static size_t figure_at(size_t i)
{
    return OF_PASS(figures) + i * sizeof(double);
}

static size_t figure_mean_at(size_t i)
{
    return OF_PASS(figure_means) + i * sizeof(double);
}

/* ---- derived figures ----------------------------------------------------- */

/* What the figures of one table, and the launches, of a row came to. */
struct row_figures {
    struct figure_row row;
    double values[FIGURES_MAX], means[FIGURES_MAX], ses[FIGURES_MAX];
};

/* Of rounds, which are finer than a clock's step; `at`: of each pass. */
static void fine_mean(double *mean, double *se, const struct result *r,
                      const struct series *s, size_t at,
                      const struct stats_options *so)
{
    struct summary summary;

    if (r->several)
        summary_of_passes(&summary, r, at, at, so);
    else
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
                                            const struct stats_options *so)
{
    f->row = (struct figure_row){
        .time = r->summary.median,
        .open = r->open,
        .before =
            isnan(r->before.summary.median) ? 0 : r->before.summary.median,
        .values = f->values,
        .means = f->means,
        .ses = f->ses,
    };
    fine_mean(&f->row.mean, &f->row.se, r, &r->times, OF_PASS(round_mean), so);
    for (size_t i = 0; i < FIGURES_MAX; i++)
        f->values[i] = f->means[i] = f->ses[i] = NAN;
    for (size_t i = 0; i < r->nfigures; i++)
        for (size_t j = 0; j < figures_count(table); j++)
            if (r->figures[i].figure == &table[j]) {
                f->values[j] = r->figures[i].value;
                fine_mean(&f->means[j], &f->ses[j], r,
                          &r->figures[i].part.times, figure_mean_at(i), so);
            }
    return &f->row;
}

static void result_derive(struct result *r, const struct stats_options *so)
{
    for (size_t i = 0; i < r->nfigures; i++) {
        const struct figure *f = r->figures[i].figure, *table = table_of(r, i);
        struct row_figures mine, theirs;

        if (f->derive != NULL)
            r->figures[i].value =
                f->derive(row_figures(&mine, r, table, so),
                          r->baseline != NULL
                              ? row_figures(&theirs, r->baseline, table, so)
                              : NULL);
    }
}

/* ---- of launches, or of passes ------------------------------------------- */

static double median_of(struct part *p, const struct stats_options *so)
{
    summarize(&p->summary, &p->times, so);
    return p->summary.median;
}

/* The launches that the row has. */
static void of_launches(struct result *r, const struct stats_options *so)
{
    summarize(&r->summary, &r->times, so);
    median_of(&r->before, so);
    median_of(&r->compute, so);
    for (int i = 0; i < SPANS; i++)
        median_of(&r->spans[i], so);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            r->figures[i].value = median_of(&r->figures[i].part, so);
}

/* The passes that the row has, which are all that is left of its launches. */
static void of_passes(struct result *r, const struct stats_options *so)
{
    summary_of_passes(&r->summary, r, OF_PASS(mean), OF_PASS(median), so);
    for (size_t i = 0; i < r->npasses; i++)
        r->summary.used += r->passes[i].used;
    if (r->valid > 0) {
        r->summary.min = r->fastest;
        r->summary.max = r->slowest;
    }
    summary_of_passes(&r->before.summary, r, OF_PASS(before), OF_PASS(before),
                      so);
    summary_of_passes(&r->compute.summary, r, OF_PASS(compute),
                      OF_PASS(compute), so);
    for (int i = 0; i < SPANS; i++)
        summary_of_passes(&r->spans[i].summary, r, OF_PASS(spans[i].mean),
                          OF_PASS(spans[i].median), so);
    for (size_t i = 0; i < r->nfigures; i++) {
        r->figures[i].value = mean_of_passes(r, figure_at(i));
        summary_of_passes(&r->figures[i].part.summary, r, figure_at(i),
                          figure_at(i), so);
        if (r->figures[i].figure->launch)
            r->figures[i].value = r->figures[i].part.summary.median;
    }
}

/* What of a time an algorithm hides behind something else. */
static double hidden(const struct result *r)
{
    return r->pure == NULL
               ? NAN
               : share_hidden(r->summary.median, r->compute.summary.median,
                              r->pure->summary.median);
}

/* ---- a pass, and all ----------------------------------------------------- */

static void pass_set(struct result *r, const struct stats_options *so)
{
    struct pass *p = &r->pass;
    double se;

    p->valid = (long)r->summary.n;
    p->used = r->summary.used;
    p->mean = r->summary.mean;
    p->median = r->summary.median;
    p->min = r->summary.min;
    p->max = r->summary.max;
    p->before = r->before.summary.median;
    p->compute = r->compute.summary.median;
    for (int i = 0; i < SPANS; i++) {
        p->spans[i].mean = r->spans[i].summary.mean;
        p->spans[i].median = r->spans[i].summary.median;
    }
    p->hidden = hidden(r);
    fine_mean(&p->round_mean, &se, r, &r->times, 0, so);
    for (size_t i = 0; i < r->nfigures; i++) {
        p->figures[i] = r->figures[i].value;
        fine_mean(&p->figure_means[i], &se, r, &r->figures[i].part.times, 0,
                  so);
    }
}

void results_pass(struct result *results, size_t n, const struct measuring *o)
{
    const struct stats_options so = {
        .trim = o->trim, .confidence = o->confidence, .paper = o->paper};

    for (size_t i = 0; i < n; i++)
        of_launches(&results[i], &so);
    for (size_t i = 0; i < n; i++) {
        result_derive(&results[i], &so);
        pass_set(&results[i], &so);
    }
}

/* The typical time of a pass. */
static double estimate(const struct result *r)
{
    const struct stats_options so = {.confidence = 0.95};
    struct summary s;

    summary_of_passes(&s, r, OF_PASS(estimate), OF_PASS(estimate), &so);
    return s.median;
}

static void result_finish(struct result *r, const struct stats_options *so)
{
    if (r->several)
        of_passes(r, so);
    else
        of_launches(r, so);
    r->estimate = estimate(r);
    r->open = mean_of_passes(r, OF_PASS(open));
    r->rank_mean = mean_of_passes(r, OF_PASS(rank_mean));
    r->rank_min = mean_of_passes(r, OF_PASS(rank_min));
    r->rank_max = mean_of_passes(r, OF_PASS(rank_max));
    if (r->reason == NULL && r->valid == 0)
        r->reason = xasprintf("no valid launch in %ld (%ld late, %ld overrun)",
                              r->launches, r->late, r->overrun);
}

void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step)
{
    const struct stats_options so = {.trim = o->trim,
                                     .confidence = o->confidence,
                                     .paper = o->paper,
                                     .step = step};

    for (size_t i = 0; i < n; i++)
        result_finish(&results[i], &so);
    for (size_t i = 0; i < n; i++) {
        results[i].hidden = hidden(&results[i]);
        result_derive(&results[i], &so);
    }
}
