/* run_states.c: states of the machine that a run has seen, of all its cases
 * together. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/run_states.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/digits.h"
#include "lib/xmalloc.h"
#include "mpiperf/measure/watch.h"
#include "mpiperf/report/record.h"

static void stretch_add(struct run_stretches *s, const struct stay *stay)
{
    struct stretch *x;
    size_t n = 0;

    if ((s->n & (s->n - 1)) == 0) /* full at powers of two */
        s->v = xreallocarray(s->v, s->n > 0 ? 2 * s->n : 1, sizeof(*s->v));
    x = &s->v[s->n++];
    *x = (struct stretch){.at = stay->at, .rounds = (double)stay->rounds};
    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            x->level[n++] = log(stay->level[i]);
}

void run_stretches_add(struct run_stretches *s, const struct result *res,
                       size_t n)
{
    const struct result *any = res;

    while (any < res + n && !(any->watched && result_has_figures(any)))
        any++;
    for (size_t i = 0; any < res + n && i < any->stays.n; i++)
        stretch_add(s, &any->stays.v[i]);
}

void run_stretches_free(struct run_stretches *s)
{
    free(s->v);
    *s = (struct run_stretches){0};
}

/* Returns how many covariates there are. */
static size_t find(struct states *states, struct covariate *c,
                   const struct run_stretches *s)
{
    size_t n = watched_covariates(c);

    states_find(states, s->v, s->n, c, n);
    return n;
}

static json_t *state_record(const struct state *state,
                            const struct covariate *c, size_t n)
{
    json_t *record = json_pack("{s:s}", "name", state->name);

    for (size_t i = 0; i < n; i++)
        json_object_set_new(record, c[i].name,
                            record_real(exp(state->level[i])));
    json_object_set_new(record, "share", json_real(state->share));
    json_object_set_new(record, "stays",
                        json_integer((json_int_t)state->stays));
    return record;
}

json_t *run_states_record(const struct run_stretches *s)
{
    struct covariate c[COVARIATES_MAX];
    struct states states;
    json_t *record = json_null();
    size_t n = find(&states, c, s);

    if (states.n > 1)
        record = json_array();
    for (size_t i = 0; i < states.n; i++)
        json_array_append_new(record, state_record(&states.v[i], c, n));
    states_free(&states);
    return record;
}

static void state_print(FILE *f, const struct states *s, const struct state *v,
                        size_t ncovariates)
{
    const char *before = " ";
    char buf[DIGITS_SIZE];

    fputs(v->name, f);
    for (size_t i = 0; i < ncovariates; i++)
        if (states_differ_in(s, i)) {
            fprintf(f, "%s%s", before, digits_time(buf, exp(v->level[i])));
            before = ", ";
        }
    fprintf(f, " (%.0f %%, %zu %s)", 100 * v->share, v->stays,
            v->stays == 1 ? "stay" : "stays");
}

char *run_states_text(const struct run_stretches *s)
{
    struct covariate c[COVARIATES_MAX];
    struct states states;
    size_t n = find(&states, c, s), length;
    char *text = NULL;
    FILE *f;

    if (states.n > 1) {
        f = open_memstream(&text, &length);
        if (f == NULL)
            out_of_memory();
        for (size_t i = 0; i < states.n; i++) {
            fputs(i > 0 ? ", " : "", f);
            state_print(f, &states, &states.v[i], n);
        }
        if (fclose(f) != 0)
            out_of_memory();
    }
    states_free(&states);
    return text;
}
