/* result.c: computes the figures of a case's rows. Figures of a pass come from
 * its launches. Final figures come from the passes; from the launches if only
 * one pass was planned. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/result.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/setup.h"
#include "stats/interval.h"

static const char *const stop_names[] = {
    [STOP_NOT] = "not",
    [STOP_CONVERGED] = "converged",
    [STOP_MAX_VALID] = "max-valid",
    [STOP_MAX_LAUNCHES] = "max-launches",
    [STOP_MAX_TIME] = "max-time",
    [STOP_MAX_PASSES] = "passes",
    [STOP_BUDGET] = "budget",
    [STOP_NONE_VALID] = "none-valid",
    [STOP_FAILED] = "failed",
};

const char *stop_name(enum stop s)
{
    return stop_names[s];
}

void pass_start(struct pass *p)
{
    *p = (struct pass){.open = NAN,
                       .hidden = NAN,
                       .estimate = NAN,
                       .rank_mean = NAN,
                       .rank_min = NAN,
                       .rank_max = NAN};
    for (int i = 0; i < GAUGE_KINDS; i++)
        p->gauge[i][0] = p->gauge[i][1] = NAN;
    for (size_t i = 0; i < 2 * FIGURES_MAX; i++)
        p->figures[i] = NAN;
}

void result_forget(struct result *r)
{
    for (size_t i = 0; i < PARTS; i++)
        series_free(&r->parts[i].times);
}

static void samples_free(struct result *r)
{
    for (size_t i = 0; i < r->nsamples; i++)
        free(r->samples[i].times);
    free(r->samples);
    r->samples = NULL;
    r->nsamples = 0;
}

static void passes_drop(struct result *r)
{
    for (size_t i = 0; i < r->npasses; i++)
        free(r->passes[i].pairs);
    r->npasses = 0;
}

void result_fall_back(struct result *r)
{
    struct pass *p = &r->pass;

    samples_free(r);
    result_forget(r);
    series_free(&r->every);
    r->fell_back = r->method;
    r->method = r->method->fallback;
    pass_start(&r->all);
    p->launches = p->valid = p->late = p->overrun = p->rounds = 0;
    p->seconds = 0;
    r->faults = r->switches = r->migrations = 0;
    r->disturbed = r->by_threads = 0;
    passes_drop(r);
    lasts_free(&r->lasts);
    r->measured = 0;
    r->window = r->t_bcast = NAN;
    r->stop = STOP_NOT;
}

void result_free(struct result *r)
{
    free(r->reason);
    free(r->wrong);
    free(r->failure);
    result_forget(r);
    passes_drop(r);
    series_free(&r->every);
    free(r->passes);
    json_decref(r->params);
    samples_free(r);
    lasts_free(&r->lasts);
    free(r->renewal.models);
}

/* Offset of a member of struct pass. */
#define OF_PASS(member) offsetof(struct pass, member)

/* Collects in x[] the member at offset `at` of all passes where it is not NAN;
 * returns their number. */
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

static void summary_of_passes(struct summary *out, const struct result *r,
                              size_t mean, size_t median,
                              const struct stats_options *so)
{
    double *x = xcalloc(2 * r->npasses + 1, sizeof(*x)), *y = x + r->npasses;
    size_t n = pass_values(x, r, mean);

    if (n > 0 && pass_values(y, r, median) == n)
        summarize_passes(out, x, y, n, so);
    else
        summarize(out, &(struct series){0}, so);
    free(x);
}

static const struct stats_options plain = {.confidence = .95};

static double mean_of_passes(const struct result *r, size_t at)
{
    struct summary s;

    summary_of_passes(&s, r, at, at, &plain);
    return s.mean;
}

double result_rse(const struct result *r)
{
    struct summary all = {.rse = NAN};

    if (r->measured >= PASSES_SURE)
        summary_of_passes(&all, r, OF_PASS(parts[PART_TIME].mean),
                          OF_PASS(parts[PART_TIME].median), &plain);
    return all.rse;
}

double result_half(const struct result *r, double shift)
{
    double *x = xcalloc(r->npasses + 1, sizeof(*x)), half;

    for (size_t i = 0; i < r->npasses; i++)
        x[i] = log(r->passes[i].estimate);
    half = passes_half(x, r->npasses, shift);
    free(x);
    return half;
}

/* Arguments of derive() for one row, with the arrays that they point to. */
struct row_figures {
    struct figure_row row;
    double values[FIGURES_MAX], means[FIGURES_MAX], ses[FIGURES_MAX];
};

/* Computes a part's mean and standard error over rounds. The mean of a round
 * resolves less than a clock step. */
static void fine_mean(double *mean, double *se, const struct result *r,
                      size_t part, const struct stats_options *so)
{
    size_t at = OF_PASS(parts[part].fine);
    struct summary summary;

    if (r->several)
        summary_of_passes(&summary, r, at, at, so);
    else
        mean_of_rounds(&summary, &r->parts[part].times, so);
    *mean = summary.mean;
    *se = summary.se;
}

/* Prepares a row's arguments of derive(), in the order of the table. */
static const struct figure_row *
row_figures(struct row_figures *f, const struct result *r, const struct pass *p,
            const struct figure *table, const struct stats_options *so)
{
    double before = r->before.summary.median;

    f->row = (struct figure_row){
        .time = r->time.summary.median,
        .open = p->open,
        .before = isnan(before) ? 0 : before,
        .values = f->values,
        .means = f->means,
        .ses = f->ses,
    };
    fine_mean(&f->row.mean, &f->row.se, r, PART_TIME, so);
    for (size_t i = 0; i < FIGURES_MAX; i++)
        f->values[i] = f->means[i] = f->ses[i] = NAN;
    for (size_t i = 0; i < r->nfigures; i++)
        for (size_t j = 0; j < figures_count(table); j++)
            if (r->figures[i] == &table[j]) {
                f->values[j] = p->figures[i];
                fine_mean(&f->means[j], &f->ses[j], r, PART_FIGURES + i, so);
            }
    return &f->row;
}

/* Computes the hidden share of the row and the figures that derive() gives. */
static void result_derive(struct result *r, bool all,
                          const struct stats_options *so)
{
    const struct figure *op = r->c->choice->op->life.figures, *table;
    const struct result *base = r->baseline;
    struct row_figures mine, theirs;
    struct pass *p = all ? &r->all : &r->pass;

    if (r->pure != NULL)
        p->hidden =
            share_hidden(r->time.summary.median, r->compute.summary.median,
                         r->pure->time.summary.median);
    for (size_t i = 0; i < r->nfigures; i++) {
        if (r->figures[i]->derive == NULL)
            continue;
        table = i < figures_count(op) ? op : r->variant->algo->life.figures;
        p->figures[i] = r->figures[i]->derive(
            row_figures(&mine, r, p, table, so),
            base == NULL
                ? NULL
                : row_figures(&theirs, base, all ? &base->all : &base->pass,
                              table, so));
    }
}

static struct stats_options options_of(const struct measuring *o, double step)
{
    return (struct stats_options){.trim = o->trim,
                                  .confidence = o->confidence,
                                  .paper = o->paper,
                                  .step = step};
}

static void figures_of_launches(const struct result *r, struct pass *p)
{
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i]->launch)
            p->figures[i] = r->figure_parts[i].summary.median;
}

/* Summarizes the row's launches. */
static void of_launches(struct result *r, const struct stats_options *so)
{
    for (size_t i = 0; i < PARTS; i++)
        summarize(&r->parts[i].summary, &r->parts[i].times, so);
}

/* Summarizes the row's passes; its launches have been freed. */
static void of_passes(struct result *r, const struct stats_options *so)
{
    struct summary *time = &r->time.summary;

    for (size_t i = 0; i < PARTS; i++)
        summary_of_passes(&r->parts[i].summary, r, OF_PASS(parts[i].mean),
                          OF_PASS(parts[i].median), so);
    for (size_t i = 0; i < r->npasses; i++)
        time->used += r->passes[i].used;
    if (r->all.valid > 0) {
        time->min = r->all.min;
        time->max = r->all.max;
    }
}

void results_pass(struct result *results, size_t n, const struct measuring *o,
                  double step)
{
    const struct stats_options so = options_of(o, step);
    double se;

    for (size_t i = 0; i < n; i++) {
        of_launches(&results[i], &so);
        figures_of_launches(&results[i], &results[i].pass);
    }
    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];
        struct pass *p = &r->pass;

        p->used = r->time.summary.used;
        p->min = r->time.summary.min;
        p->max = r->time.summary.max;
        for (size_t k = 0; k < PARTS; k++) {
            p->parts[k].mean = r->parts[k].summary.mean;
            p->parts[k].median = r->parts[k].summary.median;
            fine_mean(&p->parts[k].fine, &se, r, k, &so);
        }
        result_derive(r, false, &so);
    }
}

static void result_finish(struct result *r, const struct stats_options *so)
{
    static const size_t means[] = {OF_PASS(open), OF_PASS(rank_mean),
                                   OF_PASS(rank_min), OF_PASS(rank_max)};
    size_t at = OF_PASS(estimate);
    struct summary estimate;

    if (r->several)
        of_passes(r, so);
    else
        of_launches(r, so);
    summary_of_passes(&estimate, r, at, at, so);
    r->all.estimate = estimate.median;
    for (size_t i = 0; i < sizeof(means) / sizeof(means[0]); i++)
        *(double *)((char *)&r->all + means[i]) = mean_of_passes(r, means[i]);
    for (size_t i = 0; i < r->nfigures; i++)
        r->all.figures[i] = mean_of_passes(r, OF_PASS(figures[i]));
    figures_of_launches(r, &r->all);
    if (r->reason == NULL && r->all.valid == 0)
        r->reason = xasprintf("no valid launch in %ld (%ld late, %ld overrun)",
                              r->all.launches, r->all.late, r->all.overrun);
}

static void result_percentiles(struct result *r, const struct percentiles *p)
{
    const struct series *s = &r->every;

    if (s->n > 0)
        gsl_sort(s->t, 1, s->n);
    for (size_t i = 0; i < p->n; i++)
        r->percentiles[i] = s->n > 0 ? gsl_stats_quantile_from_sorted_data(
                                           s->t, 1, s->n, p->percent[i] / 100)
                                     : NAN;
}

void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step)
{
    const struct stats_options so = options_of(o, step);

    for (size_t i = 0; i < n; i++) {
        result_finish(&results[i], &so);
        result_percentiles(&results[i], &o->percentiles);
    }
    for (size_t i = 0; i < n; i++)
        result_derive(&results[i], true, &so);
}

/* ---- a pair (--pairs=each) or group of ranks ----------------------------- */

/* Turns the pass of a row into a pass of one pair: the time is the pair's, and
 * other figures are NAN. */
static void pass_of_pair(struct pass *p, const struct pair_time *time)
{
    p->pairs = NULL;
    p->estimate = time->median;
    p->min = time->min;
    p->max = time->max;
    p->rank_mean = p->rank_min = p->rank_max = NAN;
    for (size_t i = 0; i < PARTS; i++)
        p->parts[i].mean = p->parts[i].median = p->parts[i].fine = NAN;
    p->parts[PART_TIME].mean = p->parts[PART_TIME].median =
        p->parts[PART_TIME].fine = time->median;
}

void result_of_pair(struct result *pair, const struct result *r, int origin,
                    const struct measuring *o)
{
    const struct stats_options so = options_of(o, 0);
    const double n = r->c->procs, pairs = r->c->rounds > 0
                                              ? n * (n - 1) / 2 / r->c->rounds
                                              : r->c->called.groups;

    *pair = *r;
    memset(pair->parts, 0, sizeof(pair->parts));
    pair->passes = xcalloc(r->npasses + 1, sizeof(*pair->passes));
    pair->npasses = 0;
    pair->all.min = INFINITY;
    pair->all.max = 0;
    for (size_t i = 0; i < r->npasses; i++) {
        const struct pair_time *time = r->passes[i].pairs;
        struct pass *p = &pair->passes[pair->npasses];

        if (time == NULL || isnan(time[origin].median))
            continue;
        *p = r->passes[i];
        pass_of_pair(p, &time[origin]);
        pair->all.min = fmin(pair->all.min, p->min);
        pair->all.max = fmax(pair->all.max, p->max);
        pair->npasses++;
    }
    pair->traffic.bytes /= pairs;
    pair->traffic.messages /= pairs;
    pair->all.seconds /= pairs;
    pair->several = true; /* take figures from the passes */
    pair->pure = NULL;
    pair->nfigures = 0;
    pair->renewal = (struct renewal){0};
    result_finish(pair, &so);
}
