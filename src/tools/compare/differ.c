/* differ.c: what the runs did not have in common, from the run records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/differ.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/reference.h"

/* One-way latencies that differ by less than this are taken as the same. */
static const double latency_factor = 1.2;

/* Longest value that is shown. */
enum { SHOWN = 60 };

/* Where in a `run` it stands: a field, or a field of a field. Runs that differ
 * in it cannot stand in one table, unless it is what a run chose by itself. */
struct trait {
    const char *label, *field, *part;
    bool chosen;
};

static const struct trait traits[] = {
    {"mpiperf", "mpiperf", NULL, false},
    {"MPI library", "mpi", NULL, false},
    {"processor", "machine", "cpu", false},
    {"kernel", "machine", "kernel", false},
    {"hosts", "hosts", NULL, false},
    {"ranks", "ranks", NULL, false},
    {"binding", "binding", NULL, false},
    {"oversubscription", "oversubscribed", NULL, false},
    {"shared CPUs", "shared_cpu", NULL, false},
    {"pinning", "unpinned", NULL, false},
    {"kernel's clock source", "clocksource", NULL, false},
    {"timer", "timer", "name", true},
    {"clock synchronization", "clocksync", "name", true},
    {"settings", "settings", NULL, false},
    {"environment", "environment", NULL, false},
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

/* How long a run took says how precise it is, not what it measured. */
static json_t *without_length(const json_t *settings)
{
    static const char *const length[] = {"budget", "passes"};
    json_t *rest = json_copy((json_t *)settings);

    for (size_t i = 0; i < sizeof(length) / sizeof(length[0]); i++)
        json_object_del(rest, length[i]);
    return rest;
}

json_t *differ_apart(const json_t *traits_of_run)
{
    json_t *apart = json_object();

    for (const struct trait *t = traits; t->label != NULL; t++) {
        json_t *value = json_object_get(traits_of_run, t->label);

        if (t->chosen || value == NULL)
            continue;
        if (strcmp(t->field, "settings") == 0)
            json_object_set_new(apart, t->label, without_length(value));
        else
            json_object_set(apart, t->label, value);
    }
    return apart;
}

/* The different values that the runs have, as text -> true. */
static json_t *values_of(const struct trait *t, const struct runs *r)
{
    json_t *values = json_object();
    const json_t *before = NULL;

    for (size_t i = 0; i < r->n; i++) {
        const json_t *value = json_object_get(r->v[i].traits, t->label);
        char *text;

        if (i > 0 && value == before) /* shared by the runs */
            continue;
        before = value;
        text = value == NULL ? xstrdup("unknown")
                             : json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                                    JSON_SORT_KEYS);

        json_object_set_new(values, text, json_true());
        free(text);
    }
    return values;
}

static void __attribute__((format(printf, 2, 3)))
warn(FILE *f, const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        out_of_memory();
    va_end(args);
    fprintf(f, "# warning: %s\n", SHOWN_LINE(text));
    free(text);
}

/* The first of the values; a long one is of no help. */
static const char *shown(json_t *values)
{
    const char *text = json_object_iter_key(json_object_iter(values));

    return text != NULL && strlen(text) <= SHOWN ? text : NULL;
}

static void differ_within(FILE *f, const struct trait *t, const char *side,
                          json_t *values)
{
    if (json_object_size(values) > 1)
        warn(f, "the runs of %s differ in %s", side, t->label);
}

static void differ_between(FILE *f, const struct trait *t, json_t *a, json_t *b)
{
    if (json_equal(a, b))
        return;
    if (json_object_size(a) == 1 && json_object_size(b) == 1 &&
        shown(a) != NULL && shown(b) != NULL)
        warn(f, "A and B differ in %s: %s, %s", t->label, shown(a), shown(b));
    else
        warn(f, "A and B differ in %s", t->label);
}

/* Middle of the runs' one-way latencies between ranks; NAN: unknown. */
static double latency_of(const struct runs *r)
{
    double *x = xmalloc((r->n + 1) * sizeof(*x)), middle;
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        if (!isnan(r->v[i].latency))
            x[n++] = r->v[i].latency;
    middle = median_of(x, n);
    free(x);
    return middle;
}

static void differ_latency(FILE *f, const struct runs *a, const struct runs *b)
{
    double x = latency_of(a), y = latency_of(b);

    if (fmax(x, y) > latency_factor * fmin(x, y))
        warn(f,
             "A and B differ in one-way latency between cores: %.0f ns, "
             "%.0f ns",
             1e9 * x, 1e9 * y);
}

/* ---- gauges -------------------------------------------------------------- */

/* How far the machine's own speed moved from A to B, by gauges that both have.
 */
static void differ_gauges(FILE *f, const struct runs *a, const struct runs *b)
{
    const char *before = "# gauges, B/A: ";

    for (size_t i = 0; i < RUN_GAUGES; i++) {
        struct reference of[2];

        reference_of(&of[0], a, i);
        reference_of(&of[1], b, i);
        if (isnan(of[0].median) || isnan(of[1].median))
            continue;
        fprintf(f, "%s%s %.3f", before, run_gauges[i],
                of[1].median / of[0].median);
        before = ", ";
    }
    if (*before == ',')
        putc('\n', f);
}

/* ---- runs ---------------------------------------------------------------- */

/* Runs of a command line that mpiperf-repeat could not keep. */
static void differ_planned(FILE *f, const struct runs *r, const char *side,
                           long command)
{
    size_t n = 0;
    long planned = 0;

    for (size_t i = 0; i < r->n; i++) {
        if (r->v[i].command != command)
            continue;
        n++;
        if (r->v[i].planned > planned)
            planned = r->v[i].planned;
    }
    for (size_t i = 0; i < r->nlost; i++)
        planned -= r->lost[i].command == command;
    if (planned > (long)n)
        warn(f, "%s: %zu of %ld runs are there: the others were not reached",
             side, n, planned);
}

/* A run that was killed, or is missing. */
static void differ_incomplete(FILE *f, const struct runs *r, const char *side)
{
    size_t torn = 0, n;
    long *command = runs_command_list(r, &n);

    for (size_t i = 0; i < r->n; i++)
        torn += !r->v[i].complete;
    if (torn > 0)
        warn(f,
             "%zu of the %zu runs of %s did not end as they should; the cases "
             "that they have count",
             torn, r->n, side);
    if (r->nlost > 0)
        warn(f, "%zu of %zu runs of %s failed", r->nlost, r->n + r->nlost,
             side);
    for (size_t k = 0; k < n; k++) {
        char *name =
            n > 1 ? xasprintf("command line %ld", command[k]) : xstrdup(side);

        differ_planned(f, r, name, command[k]);
        free(name);
    }
    free(command);
}

void differ_sides(FILE *f, const struct runs *r)
{
    size_t n;
    long *command = runs_command_list(r, &n);

    for (size_t k = 0; k < n; k++) {
        char *name = n > 1 ? xasprintf("command line %ld", command[k])
                           : xstrdup("the command line");
        struct runs own;

        runs_of_command(&own, r, command[k]);
        differ_incomplete(f, &own, name);
        for (const struct trait *t = traits; t->label != NULL; t++) {
            json_t *values = values_of(t, &own);

            differ_within(f, t, name, values);
            json_decref(values);
        }
        runs_free(&own);
        free(name);
    }
    free(command);
}

void differ_print(FILE *f, const struct runs *a, const struct runs *b)
{
    const char *name = b == NULL ? "the file" : "A";

    differ_incomplete(f, a, name);
    if (b != NULL)
        differ_incomplete(f, b, "B");
    for (const struct trait *t = traits; t->label != NULL; t++) {
        json_t *in_a = values_of(t, a), *in_b;

        differ_within(f, t, name, in_a);
        if (b != NULL) {
            in_b = values_of(t, b);
            differ_within(f, t, "B", in_b);
            differ_between(f, t, in_a, in_b);
            json_decref(in_b);
        }
        json_decref(in_a);
    }
    if (b == NULL)
        return;
    differ_latency(f, a, b);
    differ_gauges(f, a, b);
}
