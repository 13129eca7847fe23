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

static const json_t *trait_of(const struct trait *t, const json_t *run)
{
    const json_t *value = json_object_get(run, t->field);

    return t->part == NULL ? value : json_object_get(value, t->part);
}

/* The different values that the launches have, as text -> true. */
static json_t *values_of(const struct trait *t, const struct launches *l)
{
    json_t *values = json_object();

    for (size_t i = 0; i < l->n; i++) {
        const json_t *value = trait_of(t, l->v[i].run);
        char *text = value == NULL
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

    for (size_t i = 0; i < l->n; i++) {
        const json_t *median =
            json_object_get(json_object_get(l->v[i].run, "oneway"), "median");

        if (json_is_number(median))
            x[n++] = json_number_value(median);
    }
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
    json_int_t planned = 0;

    for (size_t i = 0; i < l->n; i++) {
        const json_t *of =
            json_object_get(json_object_get(l->v[i].run, "repeat"), "of");

        torn += !l->v[i].complete;
        if (json_integer_value(of) > planned)
            planned = json_integer_value(of);
    }
    if (torn > 0)
        warn(warnings, xasprintf("%zu of the %zu launches of %s did not end as "
                                 "they should; the cases that they have count",
                                 torn, l->n, side));
    if (planned > (json_int_t)l->n)
        warn(warnings, xasprintf("%s: %zu of %lld launches are there: the "
                                 "others failed or were not reached",
                                 side, l->n, (long long)planned));
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
