/* record_figures.c: figures of operations and algorithms, and their overlap. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/figures.h"
#include "mpiperf/report/record_get.h"

bool figure_same(const struct figure *a, const struct figure *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->unit, b->unit) == 0 &&
           a->launch == b->launch;
}

struct figures {
    const struct figure **v;
    size_t n;
};

static void add_new(struct figures *all, const struct figure *table)
{
    for (const struct figure *f = table; f != NULL && f->name != NULL; f++) {
        size_t i = 0;

        while (i < all->n && !figure_same(all->v[i], f))
            i++;
        if (i < all->n)
            continue;
        all->v = xreallocarray(all->v, all->n + 2, sizeof(*all->v));
        all->v[all->n++] = f;
        all->v[all->n] = NULL;
    }
}

const struct figure **figures_asked(const struct options *o)
{
    struct figures all = {.v = xcalloc(1, sizeof(*all.v))};

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct choice *c = &o->choices[i];

        add_new(&all, c->op->life.figures);
        for (size_t j = 0; j < c->nvariants; j++)
            add_new(&all, c->variants[j].algo->life.figures);
    }
    return all.v;
}

static json_t *part_json(const struct summary *s)
{
    return json_pack("{s:o, s:o}", "median", record_real(s->median), "ci",
                     record_interval(s->median_lo, s->median_hi));
}

/* Those of launches, or of passes, by name; NULL: there are none. */
static json_t *figures_json(const struct result *res, bool launch)
{
    json_t *named = json_object();

    for (size_t i = 0; i < res->nfigures; i++) {
        const struct figure *f = res->figures[i];

        if (f->launch == launch)
            json_object_set_new(named, f->name,
                                launch
                                    ? part_json(&res->figure_parts[i].summary)
                                    : record_real(res->all.figures[i]));
    }
    if (json_object_size(named) > 0)
        return named;
    json_decref(named);
    return NULL;
}

json_t *record_parts(const struct row *w)
{
    return figures_json(w->res, true);
}

json_t *record_figures(const struct row *w)
{
    return figures_json(w->res, false);
}

/* hidden = 1 - (total - compute) / pure, where the row has a computation beside
 * the operation. */
static json_t *overlap_json(const struct row *w, double x)
{
    return w->res->pure != NULL ? record_real(x) : NULL;
}

json_t *record_compute(const struct row *w)
{
    return overlap_json(w, w->res->compute.summary.median);
}

json_t *record_pure(const struct row *w)
{
    return w->res->pure != NULL ? record_real(w->res->pure->time.summary.median)
                                : NULL;
}

json_t *record_total(const struct row *w)
{
    return overlap_json(w, w->res->time.summary.median);
}

json_t *record_hidden(const struct row *w)
{
    return overlap_json(w, w->res->all.hidden);
}
