/* launches.c: launches of one command, cases of the launches. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/launches.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/launches_add.h"
#include "tools/compare/nth.h"

/* ---- building ---------------------------------------------------------- */

/* Room for one more, twice as much each time; n is how many there are. */
static void *grown(void *v, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return v;
    *room = n > 0 ? 2 * n : 4;
    return xreallocarray(v, *room, size);
}

void launches_add(struct launches *l, const struct launch *launch)
{
    l->v = grown(l->v, l->n, &l->room, sizeof(*l->v));
    l->v[l->n++] = *launch;
    json_incref(launch->traits);
    json_incref(launch->words);
}

static struct launches_case *case_find(const struct launches *l,
                                       const char *key)
{
    const json_t *at = json_object_get(l->index, key);

    return at == NULL ? NULL : &l->cases[json_integer_value(at)];
}

struct launches_case *launches_add_case(struct launches *l, const char *key,
                                        json_t *record)
{
    struct launches_case *found = case_find(l, key);

    if (found != NULL)
        return found;
    if (l->index == NULL)
        l->index = json_object();
    json_object_set_new(l->index, key, json_integer((json_int_t)l->ncases));
    l->cases = grown(l->cases, l->ncases, &l->cases_room, sizeof(*l->cases));
    l->cases[l->ncases] = (struct launches_case){
        .key = xstrdup(key),
        .record = json_incref(record),
    };
    return &l->cases[l->ncases++];
}

void launches_add_figures(struct launches_case *c, const struct figures *f)
{
    if (c->n > 0 && c->v[c->n - 1].launch == f->launch)
        c->n--;
    c->v = grown(c->v, c->n, &c->room, sizeof(*c->v));
    c->v[c->n++] = *f;
}

void launches_free(struct launches *l)
{
    for (size_t i = 0; i < l->n; i++) {
        json_decref(l->v[i].traits);
        json_decref(l->v[i].words);
    }
    for (size_t i = 0; i < l->ncases; i++) {
        free(l->cases[i].key);
        json_decref(l->cases[i].record);
        free(l->cases[i].v);
    }
    free(l->v);
    free(l->cases);
    json_decref(l->index);
    *l = (struct launches){0};
}

const struct launches_case *launches_find(const struct launches *l,
                                          const char *key)
{
    return case_find(l, key);
}

/* ---- commands ---------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const long *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

long *launches_command_list(const struct launches *l, size_t *n)
{
    long *all = xmalloc((l->n + 1) * sizeof(*all));

    for (size_t i = 0; i < l->n; i++)
        all[i] = l->v[i].command;
    qsort(all, l->n, sizeof(*all), by_value);
    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (i == 0 || all[i] != all[i - 1])
            all[(*n)++] = all[i];
    return all;
}

long launches_commands(const struct launches *l)
{
    long most = 1;

    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].command > most)
            most = l->v[i].command;
    return most;
}

void launches_of_command(struct launches *out, const struct launches *l,
                         long command)
{
    size_t *place = xmalloc((l->n + 1) * sizeof(*place));

    *out = (struct launches){.file = l->file};
    for (size_t i = 0; i < l->n; i++) {
        if (l->v[i].command != command)
            continue;
        place[i] = out->n;
        launches_add(out, &l->v[i]);
    }
    for (size_t i = 0; i < l->ncases; i++)
        for (size_t k = 0; k < l->cases[i].n; k++) {
            struct figures f = l->cases[i].v[k];

            if (l->v[f.launch].command != command)
                continue;
            f.launch = place[f.launch];
            launches_add_figures(
                launches_add_case(out, l->cases[i].key, l->cases[i].record),
                &f);
        }
    free(place);
}

/* ---- cases ------------------------------------------------------------- */

void case_launches_init(struct case_launches *c,
                        const struct launches_case *from)
{
    *c = (struct case_launches){
        .of = xcalloc(from->n, sizeof(*c->of)),
        .median = xcalloc(from->n, sizeof(*c->median)),
    };
    for (size_t i = 0; i < from->n; i++) {
        const struct figures *f = &from->v[i];

        c->wrong += f->wrong;
        if (isnan(f->median)) {
            c->empty++;
            continue;
        }
        c->of[c->n] = f;
        c->median[c->n++] = f->median;
    }
}

void case_launches_fini(struct case_launches *c)
{
    free(c->of);
    free(c->median);
    *c = (struct case_launches){0};
}

double median_of(const double *x, size_t n)
{
    double *sorted, median;

    if (n == 0)
        return NAN;
    sorted = nth_sorted(x, n);
    median = gsl_stats_median_from_sorted_data(sorted, 1, n);
    free(sorted);
    return median;
}
