/* merge_more.c: figures of merged rows beside time and ratio. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_more.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/sittings.h"

/* ---- figures ------------------------------------------------------------- */

void merged_typical(struct typical *t, const struct merged *m, const double *x,
                    size_t n)
{
    if (m->runs->of_stays)
        typical_of_stays(t, x, n);
    else
        typical_of(t, x, n);
}

void merged_figure_of(struct merged_figure *f, const struct merged *m,
                      const double *x, size_t n, bool logarithms)
{
    double *there = xcalloc(n + 1, sizeof(*there)), half;
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i]))
            there[k++] = x[i];
    merged_typical(&f->of, m, there, k);
    free(there);
    half = typical_half(&f->of, m->confidence);
    f->value = f->of.estimate;
    f->lo = f->value - half;
    f->hi = f->value + half;
    if (logarithms) {
        f->value = exp(f->value);
        f->lo = exp(f->lo);
        f->hi = exp(f->hi);
    }
}

void merged_widen(struct merged_figure *f, double half)
{
    if (isnan(f->lo))
        return;
    f->lo = fmin(f->lo, f->value * exp(-half));
    f->hi = fmax(f->hi, f->value * exp(half));
}

double merged_step(const struct merged *m, const struct merged_figure *time)
{
    return time->value > 0 ? log1p(m->step / 2 / time->value) : 0;
}

double merged_half(const struct merged_figure *f)
{
    return (f->hi - f->lo) / 2;
}

/* ---- sides --------------------------------------------------------------- */

const char *merged_side_name(const struct merged *m, long side)
{
    return (size_t)side <= m->nnames ? m->name[side - 1] : NULL;
}

char *merged_side(const struct merged *m, long side)
{
    const char *name = merged_side_name(m, side);

    return name != NULL ? xstrdup(name) : xasprintf("%ld", side);
}

bool merged_varies(const struct merged *m, const char *field)
{
    return json_object_get(m->varies, field) != NULL;
}

const struct run *merged_side_run(const struct merged *m, long side)
{
    for (size_t i = 0; i < m->whole->n; i++)
        if (m->whole->v[i].command == side)
            return &m->whole->v[i];
    return NULL;
}

/* ---- the runs of a row --------------------------------------------------- */

/* Those with figures of the case, in their order. */
struct row_runs {
    const struct figures **v; /* malloced */
    size_t n;
};

static void row_runs_init(struct row_runs *r, const struct merged *m,
                          const struct merged_row *row)
{
    const struct runs_case *c = runs_find(m->runs, row->key);

    *r = (struct row_runs){.v = xcalloc(c->n + 1, sizeof(*r->v))};
    for (size_t i = 0; i < c->n; i++)
        if (m->runs->v[c->v[i].run].command == row->side &&
            !isnan(c->v[i].time))
            r->v[r->n++] = &c->v[i];
}

static void set_relative(struct merged_row *row, const struct merged *m,
                         const struct row_runs *r)
{
    double *x = xcalloc(r->n + 1, sizeof(*x));

    for (size_t i = 0; i < r->n; i++)
        x[i] = log(r->v[i]->time) - log(m->runs->v[r->v[i]->run].gauge[0]);
    merged_figure_of(&row->relative, m, x, r->n, true);
    merged_widen(&row->relative, merged_step(m, &row->time));
    free(x);
}

static void set_variance(struct merged_row *row, const struct merged *m,
                         const struct row_runs *r, const size_t *sitting)
{
    struct variance_run *run = xcalloc(r->n + 1, sizeof(*run));

    for (size_t i = 0; i < r->n; i++) {
        const struct figures *f = r->v[i];

        run[i] = (struct variance_run){
            .value = log(f->time),
            .within = f->within,
            .rounds = (size_t)f->rounds,
            .passes = (size_t)f->passes,
            .sitting = sitting[f->run],
            .seconds = m->runs->v[f->run].seconds,
            .measured = m->runs->v[f->run].measured,
        };
    }
    variance_of(&row->variance, run, r->n);
    free(run);
}

/* The typical run of each sitting that has runs; returns how many have. */
static size_t sitting_means(double *mean, const struct row_runs *r,
                            const size_t *sitting, size_t sittings)
{
    double *x = xcalloc(r->n + 1, sizeof(*x));
    size_t there = 0;

    for (size_t k = 0; k < sittings; k++) {
        struct typical of;
        size_t n = 0;

        for (size_t i = 0; i < r->n; i++)
            if (sitting[r->v[i]->run] == k)
                x[n++] = log(r->v[i]->time);
        typical_of(&of, x, n);
        if (n > 0)
            mean[there++] = of.estimate;
    }
    free(x);
    return there;
}

/* Never narrower than that of the runs. */
static void cover_sittings(struct merged_row *row, const struct row_runs *r,
                           const size_t *sitting, size_t sittings,
                           double confidence)
{
    double *mean = xcalloc(sittings + 1, sizeof(*mean)), half, own;
    size_t n = sitting_means(mean, r, sitting, sittings);

    if (n >= SITTINGS_MIN) {
        half = gsl_cdf_tdist_Qinv((1 - confidence) / 2, (double)n - 1) *
               gsl_stats_sd(mean, 1, n) / sqrt((double)n);
        own = typical_half(&row->time.of, confidence);
        half = fmax(half, own); /* of NAN the other */
        row->time.lo = row->time.value * exp(-half);
        row->time.hi = row->time.value * exp(half);
        row->time.of.cause = NULL;
        row->sittings = n;
    }
    free(mean);
}

/* ---- other figures ------------------------------------------------------- */

static void name_add(struct merged *m, const char *name)
{
    for (size_t i = 0; i < m->nmore; i++)
        if (strcmp(m->more[i], name) == 0)
            return;
    m->more = xreallocarray(m->more, m->nmore + 1, sizeof(*m->more));
    m->more[m->nmore++] = name;
}

static void names_add(struct merged *m, const struct row_runs *r)
{
    const char *name;
    json_t *value;

    for (size_t i = 0; i < r->n; i++)
        json_object_foreach(r->v[i]->more, name, value) name_add(m, name);
}

/* Rates and times are above 0; figures of operations and shares need not be. */
static bool is_positive(const char *name)
{
    return strcmp(name, "hidden") != 0 && strncmp(name, "figures.", 8) != 0;
}

static void set_more(struct merged_row *row, const struct merged *m,
                     const struct row_runs *r)
{
    double *x = xcalloc(r->n + 1, sizeof(*x));

    row->more = xcalloc(m->nmore + 1, sizeof(*row->more));
    for (size_t k = 0; k < m->nmore; k++) {
        bool positive = is_positive(m->more[k]);

        for (size_t i = 0; i < r->n; i++) {
            json_t *value = json_object_get(r->v[i]->more, m->more[k]);

            x[i] = value == NULL ? NAN : json_number_value(value);
            if (positive)
                x[i] = x[i] > 0 ? log(x[i]) : NAN;
        }
        merged_figure_of(&row->more[k], m, x, r->n, positive);
        if (strncmp(m->more[k], "parts.", 6) == 0)
            merged_widen(&row->more[k], merged_step(m, &row->more[k]));
        else if (positive)
            merged_widen(&row->more[k], merged_step(m, &row->time));
    }
    free(x);
}

void merged_add_more(struct merged *m, bool all)
{
    struct row_runs *r = xcalloc(m->n + 1, sizeof(*r));
    size_t sittings, *sitting = sittings_of(m->runs, &sittings);
    size_t fewest = m->runs->of_stays ? TYPICAL_STAYS_MIN : TYPICAL_MIN;

    for (size_t i = 0; i < m->n; i++) {
        row_runs_init(&r[i], m, &m->v[i]);
        if (all)
            names_add(m, &r[i]);
    }
    for (size_t i = 0; i < m->n; i++) {
        /* in a state, too, there is none of too few clusters */
        if (m->whole == m->runs || m->v[i].time.of.n >= fewest)
            cover_sittings(&m->v[i], &r[i], sitting, sittings, m->confidence);
        merged_widen(&m->v[i].time, merged_step(m, &m->v[i].time));
        if (all) {
            set_relative(&m->v[i], m, &r[i]);
            set_variance(&m->v[i], m, &r[i], sitting);
            set_more(&m->v[i], m, &r[i]);
        }
        free(r[i].v);
    }
    free(sitting);
    free(r);
}
