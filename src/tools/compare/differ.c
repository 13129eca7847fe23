/* differ.c: what the launches did not have in common, from the run records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/differ.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* One-way latencies that differ by less than this are taken as the same. */
static const double latency_factor = 1.2;

/* Longest value that is shown. */
enum { SHOWN = 60 };

/* Where in a `run` it stands: a field, or a field of a field. */
struct trait {
    const char *label, *field, *part;
};

static const struct trait traits[] = {
    {"mpiperf", "mpiperf", NULL},
    {"MPI library", "mpi", NULL},
    {"processor", "machine", "cpu"},
    {"kernel", "machine", "kernel"},
    {"hosts", "hosts", NULL},
    {"ranks", "ranks", NULL},
    {"binding", "binding", NULL},
    {"oversubscription", "oversubscribed", NULL},
    {"shared CPUs", "shared_cpu", NULL},
    {"pinning", "unpinned", NULL},
    {"kernel's clock source", "clocksource", NULL},
    {"timer", "timer", "name"},
    {"clock synchronization", "clocksync", "name"},
    {"settings", "settings", NULL},
    {0},
};

json_t *differ_traits(const json_t *run, const json_t *like)
{
    json_t *traits_of_run = json_object();

    for (const struct trait *t = traits; t->label != NULL; t++) {
        json_t *value = json_object_get(run, t->field);
        json_t *other = json_object_get(like, t->label);

        if (t->part != NULL)
            value = json_object_get(value, t->part);
        if (value != NULL)
            json_object_set(traits_of_run, t->label,
                            json_equal(value, other) ? other : value);
    }
    return traits_of_run;
}

/* The different values that the launches have, as text -> true. */
static json_t *values_of(const struct trait *t, const struct launches *l)
{
    json_t *values = json_object();
    const json_t *before = NULL;

    for (size_t i = 0; i < l->n; i++) {
        const json_t *value = json_object_get(l->v[i].traits, t->label);
        char *text;

        if (i > 0 && value == before) /* shared by the launches */
            continue;
        before = value;
        text = value == NULL
                   ? xstrdup("unknown")
                   : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                           JSON_SORT_KEYS);

        json_object_set_new(values, text, json_true());
        free(text);
    }
    return values;
}

static void warn(json_t *warnings, char *text)
{
    json_array_append_new(warnings, json_string(text));
    free(text);
}

/* The first of the values; a long one is of no help. */
static const char *shown(json_t *values)
{
    const char *text = json_object_iter_key(json_object_iter(values));

    return text != NULL && strlen(text) <= SHOWN ? text : NULL;
}

static void differ_within(json_t *warnings, const struct trait *t,
                          const char *side, json_t *values)
{
    if (json_object_size(values) > 1)
        warn(warnings,
             xasprintf("the launches of %s differ in %s", side, t->label));
}

static void differ_between(json_t *warnings, const struct trait *t, json_t *a,
                           json_t *b)
{
    if (json_equal(a, b))
        return;
    if (json_object_size(a) == 1 && json_object_size(b) == 1 &&
        shown(a) != NULL && shown(b) != NULL)
        warn(warnings, xasprintf("A and B differ in %s: %s, %s", t->label,
                                 shown(a), shown(b)));
    else
        warn(warnings, xasprintf("A and B differ in %s", t->label));
}

/* Middle of the launches' one-way latencies between ranks; NAN: unknown. */
static double latency_of(const struct launches *l)
{
    double *x = xmalloc((l->n + 1) * sizeof(*x)), middle;
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++)
        if (!isnan(l->v[i].latency))
            x[n++] = l->v[i].latency;
    middle = median_of(x, n);
    free(x);
    return middle;
}

static void differ_latency(json_t *warnings, const struct launches *a,
                           const struct launches *b)
{
    double x = latency_of(a), y = latency_of(b);

    if (fmax(x, y) > latency_factor * fmin(x, y))
        warn(warnings,
             xasprintf("A and B differ in one-way latency between cores: "
                       "%.0f ns, %.0f ns",
                       1e9 * x, 1e9 * y));
}

/* A run that was killed; launches that mpiperf-repeat could not keep. */
static void differ_incomplete(json_t *warnings, const struct launches *l,
                              const char *side)
{
    size_t torn = 0;
    long planned = 0;

    for (size_t i = 0; i < l->n; i++) {
        torn += !l->v[i].complete;
        if (l->v[i].planned > planned)
            planned = l->v[i].planned;
    }
    if (torn > 0)
        warn(warnings, xasprintf("%zu of the %zu launches of %s did not end as "
                                 "they should; the cases that they have count",
                                 torn, l->n, side));
    if (planned > (long)l->n)
        warn(warnings, xasprintf("%s: %zu of %ld launches are there: the "
                                 "others failed or were not reached",
                                 side, l->n, planned));
}

json_t *differ_warnings(const struct launches *a, const struct launches *b)
{
    json_t *warnings = json_array();
    const char *name = b == NULL ? "the file" : "A";

    differ_incomplete(warnings, a, name);
    if (b != NULL)
        differ_incomplete(warnings, b, "B");
    for (const struct trait *t = traits; t->label != NULL; t++) {
        json_t *in_a = values_of(t, a), *in_b;

        differ_within(warnings, t, name, in_a);
        if (b != NULL) {
            in_b = values_of(t, b);
            differ_within(warnings, t, "B", in_b);
            differ_between(warnings, t, in_a, in_b);
            json_decref(in_b);
        }
        json_decref(in_a);
    }
    if (b != NULL)
        differ_latency(warnings, a, b);
    return warnings;
}
