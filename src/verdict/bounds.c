/* bounds.c: upper bounds on times, from runs of an accepted machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/bounds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/json.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "verdict/conditions.h"
#include "verdict/judged.h"

enum { FORMAT = 1, DIGITS = 5 };

/* Probability that a run of an unchanged machine exceeds any bound; and minimum
 * relative distances of a bound from the typical and the slowest run. */
static const double broken = 1e-3, above_typical = 0.1, above_worst = 0.01;

/* Returns the properties that must match the runs the bounds came from. */
static json_t *made_on(const json_t *run)
{
    char *mpi = mpi_text(run), *cpu = cpu_text(run);
    json_t *on = json_pack("{s:O?, s:O?, s:o, s:o}", "ranks",
                           json_object_get(run, "ranks"), "nodes",
                           json_object_get(run, "nodes"), "mpi", json_text(mpi),
                           "processor", json_text(cpu));

    free(mpi);
    free(cpu);
    return on;
}

static json_t *bound(const struct table *t, const struct row *row,
                     const char *name)
{
    double mean = row->time.spread.mean, worst = -INFINITY, most;
    struct values v;
    size_t n = 0;

    values_of(&v, t, row, NULL);
    for (size_t i = 0; i < v.n; i++)
        if (!isnan(v.x[i])) {
            worst = fmax(worst, v.x[i]);
            v.x[n++] = v.x[i];
        }
    most = next_most(v.x, n, broken / (double)t->n);
    most = fmax(fmax(most, worst + log1p(above_worst)),
                mean + log1p(above_typical));
    values_free(&v);
    return json_pack("{s:s, s:s, s:f, s:f, s:f}", "type", "bound", "case", name,
                     "typical", exp(mean), "worst", exp(worst), "bound",
                     exp(most));
}

char *bounds_text(const struct table *t, char **cause)
{
    const json_t *run = t->r->v[0].record;
    json_t *line = json_pack("{s:s, s:i, s:I, s:O?, s:O?}", "type", "accepted",
                             "format", FORMAT, "runs", (json_int_t)t->r->n,
                             "time", json_object_get(run, "time"), "mpiperf",
                             json_object_get(run, "mpiperf"));
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    *cause = NULL;
    json_object_update_new(line, made_on(run));
    record_print(f, line, DIGITS);
    json_decref(line);
    for (size_t i = 0; i < t->n && *cause == NULL; i++) {
        char *name = gate_name(t, &t->v[i], GATE_CASE);

        line = t->v[i].runs >= BOUNDS_RUNS ? bound(t, &t->v[i], name) : NULL;
        if (line != NULL)
            record_print(f, line, DIGITS);
        else
            *cause =
                xasprintf("%zu run%s figures of %s: bounds need %d",
                          t->v[i].runs, t->v[i].runs == 1 ? " has" : "s have",
                          SHOWN_FILE(name), BOUNDS_RUNS);
        json_decref(line);
        free(name);
    }
    text_close(f);
    return text;
}

static double seconds(const json_t *line, const char *field)
{
    return json_number_value(json_object_get(line, field));
}

/* True if this is valid as line i of a file of bounds: line 0 is the header,
 * each other line is a bound. */
static bool fits(const json_t *line, size_t i)
{
    if (i == 0)
        return record_is(line, "accepted") && seconds(line, "format") == FORMAT;
    return record_is(line, "bound") && seconds(line, "typical") > 0 &&
           seconds(line, "bound") > 0;
}

/* Returns why the bounds cannot be applied to the run, malloced, or NULL. */
static char *elsewhere(const json_t *head, const json_t *run)
{
    json_t *now = made_on(run), *value;
    char *cause = NULL;
    const char *name;

    json_object_foreach(now, name, value)
    {
        char *is = value_text(value);
        char *was = value_text(json_object_get(head, name));

        if (cause == NULL && strcmp(is, was) != 0)
            cause = xasprintf("the bounds are for %s %s, and this job has %s",
                              name, was, is);
        free(is);
        free(was);
    }
    json_decref(now);
    return cause;
}

json_t *bounds_open(const char *file, const json_t *run, char **cause)
{
    FILE *f = fopen(file, "r");
    json_t *lines = json_array(), *line = NULL;
    size_t n = 0, size = 0;
    char *text = NULL;

    *cause = f == NULL ? xasprintf("%s: %s", SHOWN_FILE(file), strerror(errno))
                       : NULL;
    while (f != NULL && (n == 0 || fits(line, n - 1)) &&
           getline(&text, &size, f) >= 0) {
        line = json_loads(text, 0, NULL);
        json_array_append_new(lines, line);
        n++;
    }
    free(text);
    if (f != NULL && (n < 2 || !fits(line, n - 1)))
        *cause = xasprintf("%s: is not a file of bounds: line %zu",
                           SHOWN_FILE(file), n + (n == 0 || fits(line, n - 1)));
    if (f != NULL)
        fclose(f);
    if (*cause == NULL)
        *cause = elsewhere(json_array_get(lines, 0), run);
    if (*cause == NULL)
        return lines;
    json_decref(lines);
    return NULL;
}

/* Returns the time of the bound's case in the run; NAN if the run has none. */
static double taken(const struct table *t, const json_t *line)
{
    double took = NAN;

    for (size_t i = 0; i < t->n; i++) {
        char *name = gate_name(t, &t->v[i], GATE_CASE);

        if (t->v[i].runs > 0 && strcmp(name, text_of(line, "case")) == 0)
            took = t->v[i].time.value;
        free(name);
    }
    return took;
}

/* Returns "bcast 64 KiB took 45.2 us, and its bound is 30.1 us (typical: 25.0
 * us)", malloced. */
static char *broken_text(const json_t *line, double took)
{
    char is[DIGITS_SIZE], most[DIGITS_SIZE], typical[DIGITS_SIZE];

    return xasprintf("%s took %s, and its bound is %s (typical: %s)",
                     SHOWN_FILE(text_of(line, "case")), digits_time(is, took),
                     digits_time(most, seconds(line, "bound")),
                     digits_time(typical, seconds(line, "typical")));
}

enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text)
{
    const json_t *line, *worst = NULL, *without = NULL;
    double took = NAN, most = 1;
    struct runs runs;
    struct table t;

    table_of_run(&t, &runs, records, false);
    for (size_t i = 1; (line = json_array_get(bounds, i)) != NULL; i++) {
        double x = taken(&t, line), by = x / seconds(line, "bound");

        without = isnan(x) && without == NULL ? line : without;
        if (by > most) {
            worst = line;
            took = x;
            most = by;
        }
    }
    table_free_rows(&t);
    runs_free(&runs);
    *text = worst != NULL     ? broken_text(worst, took)
            : without != NULL ? xasprintf("no figures of %s",
                                          SHOWN_FILE(text_of(without, "case")))
                              : xasprintf("%zu times are within their bounds",
                                          json_array_size(bounds) - 1);
    return worst != NULL     ? ACCEPT_FAIL
           : without != NULL ? ACCEPT_ERROR
                             : ACCEPT_PASS;
}
