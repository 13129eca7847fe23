/* runs.c: runs of one command, cases of the runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/runs.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/words.h"
#include "lib/xmalloc.h"
#include "tools/compare/runs_add.h"
#include "tools/compare/nth.h"

const char *const run_gauges[RUN_GAUGES] = {"copy", "spin", "oneway"};

/* ---- building ---------------------------------------------------------- */

/* Room for one more, twice as much each time; n is how many there are. */
static void *grown(void *v, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return v;
    *room = n > 0 ? 2 * n : 4;
    return xreallocarray(v, *room, size);
}

void runs_add(struct runs *r, const struct run *run)
{
    r->v = grown(r->v, r->n, &r->room, sizeof(*r->v));
    r->v[r->n++] = *run;
    json_incref(run->traits);
    json_incref(run->words);
    json_incref(run->watch);
}

void runs_add_lost(struct runs *r, const struct lost_run *run)
{
    r->lost = grown(r->lost, r->nlost, &r->lost_room, sizeof(*r->lost));
    r->lost[r->nlost++] = *run;
}

static struct runs_case *case_find(const struct runs *r, const char *key)
{
    const json_t *at = json_object_get(r->index, key);

    return at == NULL ? NULL : &r->cases[json_integer_value(at)];
}

/* ---- their order ----------------------------------------------------------
 */

struct place {
    struct runs_case of;
    size_t op; /* which operation was met so early */
    json_int_t procs, bytes;
    size_t met;
};

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->op != y->op)
        return x->op < y->op ? -1 : 1;
    if (x->procs != y->procs)
        return x->procs < y->procs ? -1 : 1;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return (x->met > y->met) - (x->met < y->met);
}

static json_int_t number_of(const struct runs_case *c, const char *field)
{
    return json_integer_value(json_object_get(c->record, field));
}

/* The first case of its operation. */
static size_t op_of(const struct runs *r, const struct runs_case *c)
{
    const json_t *op = json_object_get(c->record, "op");
    size_t i = 0;

    while (!json_equal(json_object_get(r->cases[i].record, "op"), op))
        i++;
    return i;
}

void runs_order(struct runs *r)
{
    struct place *place = xcalloc(r->ncases + 1, sizeof(*place));

    for (size_t i = 0; i < r->ncases; i++)
        place[i] = (struct place){.of = r->cases[i],
                                  .op = op_of(r, &r->cases[i]),
                                  .procs = number_of(&r->cases[i], "procs"),
                                  .bytes = number_of(&r->cases[i], "bytes"),
                                  .met = i};
    qsort(place, r->ncases, sizeof(*place), by_place);
    for (size_t i = 0; i < r->ncases; i++) {
        r->cases[i] = place[i].of;
        json_object_set_new(r->index, r->cases[i].key,
                            json_integer((json_int_t)i));
    }
    free(place);
}

/* ---- cases ----------------------------------------------------------------
 */

struct runs_case *runs_add_case(struct runs *r, const char *key, json_t *record)
{
    struct runs_case *found = case_find(r, key);

    if (found != NULL)
        return found;
    if (r->index == NULL)
        r->index = json_object();
    json_object_set_new(r->index, key, json_integer((json_int_t)r->ncases));
    r->cases = grown(r->cases, r->ncases, &r->cases_room, sizeof(*r->cases));
    r->cases[r->ncases] = (struct runs_case){
        .key = xstrdup(key),
        .record = json_incref(record),
    };
    return &r->cases[r->ncases++];
}

void figures_free(struct figures *f)
{
    json_decref(f->more);
    if (f->stays != NULL && --f->stays->holders == 0)
        free(f->stays);
}

void runs_add_figures(struct runs_case *c, const struct figures *f)
{
    if (c->n > 0 && c->v[c->n - 1].run == f->run)
        figures_free(&c->v[--c->n]);
    c->v = grown(c->v, c->n, &c->room, sizeof(*c->v));
    c->v[c->n++] = *f;
    json_incref(f->more);
    if (f->stays != NULL)
        f->stays->holders++;
}

void runs_free(struct runs *r)
{
    for (size_t i = 0; i < r->n; i++) {
        json_decref(r->v[i].traits);
        json_decref(r->v[i].words);
        json_decref(r->v[i].watch);
    }
    for (size_t i = 0; i < r->ncases; i++) {
        free(r->cases[i].key);
        json_decref(r->cases[i].record);
        json_decref(r->cases[i].rival);
        for (size_t k = 0; k < r->cases[i].n; k++)
            figures_free(&r->cases[i].v[k]);
        free(r->cases[i].v);
    }
    free(r->v);
    free(r->lost);
    free(r->cases);
    json_decref(r->index);
    *r = (struct runs){0};
}

const struct runs_case *runs_find(const struct runs *r, const char *key)
{
    return case_find(r, key);
}

void run_print_words(FILE *f, const struct run *run)
{
    size_t n = json_array_size(run->words);
    const char **word = xcalloc(n + 1, sizeof(*word));

    for (size_t i = 0; i < n; i++)
        word[i] = json_string_value(json_array_get(run->words, i));
    words_print(f, word, n);
    free(word);
}

/* ---- commands ---------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const long *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

long *runs_command_list(const struct runs *r, size_t *n)
{
    long *all = xmalloc((r->n + 1) * sizeof(*all));

    for (size_t i = 0; i < r->n; i++)
        all[i] = r->v[i].command;
    qsort(all, r->n, sizeof(*all), by_value);
    *n = 0;
    for (size_t i = 0; i < r->n; i++)
        if (i == 0 || all[i] != all[i - 1])
            all[(*n)++] = all[i];
    return all;
}

long runs_commands(const struct runs *r)
{
    long most = 1;

    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].command > most)
            most = r->v[i].command;
    return most;
}

void runs_subset(struct runs *out, const struct runs *r, const bool *keep)
{
    size_t *place = xmalloc((r->n + 1) * sizeof(*place));

    *out = (struct runs){.file = r->file};
    for (size_t i = 0; i < r->n; i++) {
        if (!keep[i])
            continue;
        place[i] = out->n;
        runs_add(out, &r->v[i]);
    }
    for (size_t i = 0; i < r->ncases; i++)
        for (size_t k = 0; k < r->cases[i].n; k++) {
            struct figures f = r->cases[i].v[k];
            struct runs_case *to;

            if (!keep[f.run])
                continue;
            f.run = place[f.run];
            to = runs_add_case(out, r->cases[i].key, r->cases[i].record);
            if (to->rival == NULL)
                to->rival = json_incref(r->cases[i].rival);
            runs_add_figures(to, &f);
        }
    free(place);
}

void runs_of_command(struct runs *out, const struct runs *r, long command)
{
    bool *keep = xcalloc(r->n + 1, sizeof(*keep));

    for (size_t i = 0; i < r->n; i++)
        keep[i] = r->v[i].command == command;
    runs_subset(out, r, keep);
    free(keep);
    for (size_t i = 0; i < r->nlost; i++)
        if (r->lost[i].command == command)
            runs_add_lost(out, &r->lost[i]);
}

/* ---- cases ------------------------------------------------------------- */

void case_runs_init(struct case_runs *c, const struct runs_case *from)
{
    *c = (struct case_runs){
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

void case_runs_fini(struct case_runs *c)
{
    free(c->of);
    free(c->median);
    *c = (struct case_runs){0};
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
