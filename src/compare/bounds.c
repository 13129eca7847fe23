/* bounds.c: bounds on the times of cases of an accepted machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/bounds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/gate.h"
#include "compare/view.h"
#include "lib/json.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"

enum { FORMAT = 1, DIGITS = 5 };

/* Probability that a run of a machine that is as it was breaks any of all
 * bounds; least distances of a bound from the typical run and from the slowest.
 */
static const double broken = 1e-3, above_typical = 0.1, above_worst = 0.01;

/* ---- making them --------------------------------------------------------- */

/* What has to be the same in a run that is judged. */
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

static json_t *head(const struct table *t)
{
    const json_t *run = t->r->v[0].record;
    json_t *line =
        json_pack("{s:s, s:i}", "type", "accepted", "format", FORMAT);

    json_object_update_new(line, made_on(run));
    json_object_set(line, "mpiperf", json_object_get(run, "mpiperf"));
    json_object_set(line, "time", json_object_get(run, "time"));
    json_object_set_new(line, "runs", json_integer((json_int_t)t->r->n));
    return line;
}

/* NULL: too few runs have a value. */
static json_t *bound(const struct table *t, const struct row *row)
{
    double mean = row->time.spread.mean, worst = -INFINITY, most;
    json_t *line = NULL;
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
    if (n >= SIGN_MIN)
        line = json_pack("{s:s, s:s, s:I, s:f, s:f, s:f}", "type", "bound",
                         "op", row_text(row, "op"), "bytes",
                         (json_int_t)row_bytes(row), "typical", exp(mean),
                         "worst", exp(worst), "bound", exp(most));
    values_free(&v);
    return line;
}

char *bounds_text(const struct table *t, char **cause)
{
    size_t length;
    char *text, *name;
    FILE *f = text_open(&text, &length);
    json_t *line = head(t);

    *cause = t->r->n >= BOUNDS_RUNS
                 ? NULL
                 : xasprintf("%zu runs were complete, and bounds need %d",
                             t->r->n, BOUNDS_RUNS);
    record_print(f, line, DIGITS);
    json_decref(line);
    for (size_t i = 0; i < t->n && *cause == NULL; i++) {
        line = bound(t, &t->v[i]);
        if (line != NULL) {
            record_print(f, line, DIGITS);
            json_decref(line);
            continue;
        }
        name = gate_name(t, &t->v[i], GATE_CASE);
        *cause = xasprintf("%zu of %zu runs have figures of %s, and a bound "
                           "needs %d",
                           t->v[i].runs, t->r->n, name, SIGN_MIN);
        free(name);
    }
    text_close(f);
    if (*cause == NULL)
        return text;
    free(text);
    return NULL;
}

/* ---- reading them -------------------------------------------------------- */

static bool is_head(const json_t *line)
{
    return record_is(line, "accepted") &&
           json_integer_value(json_object_get(line, "format")) == FORMAT;
}

static bool is_bound(const json_t *line)
{
    return record_is(line, "bound") &&
           json_is_string(json_object_get(line, "op")) &&
           json_is_integer(json_object_get(line, "bytes")) &&
           json_number_value(json_object_get(line, "typical")) > 0 &&
           json_number_value(json_object_get(line, "bound")) > 0;
}

/* NULL, or what is wrong with what there is. */
static char *lines_take(json_t *lines, FILE *f)
{
    char *text = NULL;
    size_t size = 0, n = 0;

    while (getline(&text, &size, f) >= 0) {
        json_t *line = json_loads(text, 0, NULL);

        json_array_append_new(lines, line != NULL ? line : json_null());
        n++;
        if (n == 1 ? !is_head(line) : !is_bound(line))
            break;
    }
    free(text);
    if (ferror(f))
        return xstrdup(strerror(errno));
    if (!is_head(json_array_get(lines, 0)))
        return xasprintf("is no file of bounds of format %d", FORMAT);
    if (n < 2)
        return xstrdup("has no bounds");
    return is_bound(json_array_get(lines, n - 1))
               ? NULL
               : xasprintf("line %zu is no bound", n);
}

json_t *bounds_read(const char *file, char **cause)
{
    FILE *f = fopen(file, "r");
    json_t *lines = json_array();

    *cause = f != NULL ? lines_take(lines, f) : xstrdup(strerror(errno));
    if (f != NULL)
        fclose(f);
    if (*cause == NULL)
        return lines;
    *cause = xprefix(SHOWN_FILE(file), *cause);
    json_decref(lines);
    return NULL;
}

/* ---- judging by them ----------------------------------------------------- */

char *bounds_elsewhere(const json_t *bounds, const json_t *run)
{
    const json_t *then = json_array_get(bounds, 0);
    json_t *now = made_on(run), *value;
    char *cause = NULL;
    const char *name;

    json_object_foreach(now, name, value)
    {
        char *is = value_text(value);
        char *was = value_text(json_object_get(then, name));

        if (cause == NULL && strcmp(is, was) != 0)
            cause = xasprintf("the bounds are for %s %s, and this job has %s",
                              name, was, is);
        free(is);
        free(was);
    }
    json_decref(now);
    return cause;
}

/* Seconds that the bound's case took; NAN: there are no figures of it. */
static double taken(const struct table *t, const json_t *line)
{
    json_int_t bytes = json_integer_value(json_object_get(line, "bytes"));

    for (size_t i = 0; i < t->n; i++)
        if (row_bytes(&t->v[i]) == bytes && t->v[i].runs > 0 &&
            strcmp(row_text(&t->v[i], "op"), text_of(line, "op")) == 0)
            return t->v[i].time.value;
    return NAN;
}

/* "bcast 64 KiB", malloced. */
static char *bound_name(const json_t *line)
{
    char *bytes =
        size_text((long)json_integer_value(json_object_get(line, "bytes")));
    char *name = xasprintf("%s %s", SHOWN_FILE(text_of(line, "op")), bytes);

    free(bytes);
    return name;
}

/* "bcast 64 KiB took 45.2 us, its bound is 30.1 us (typical: 25.0 us)" */
static char *broken_text(const json_t *line, double took)
{
    char *name = bound_name(line), *text;
    char is[DIGITS_SIZE], most[DIGITS_SIZE], typical[DIGITS_SIZE];

    text = xasprintf(
        "%s took %s, and its bound is %s (typical: %s)", name,
        digits_time(is, took),
        digits_time(most, number_of(json_object_get(line, "bound"))),
        digits_time(typical, number_of(json_object_get(line, "typical"))));
    free(name);
    return text;
}

static enum acceptance judge(const json_t *bounds, const struct table *t,
                             char **text)
{
    const json_t *line, *worst = NULL, *without = NULL;
    double took = NAN, most = 1;
    size_t over = 0;
    char *first;

    for (size_t i = 1; (line = json_array_get(bounds, i)) != NULL; i++) {
        double x = taken(t, line);
        double by = x / number_of(json_object_get(line, "bound"));

        if (isnan(x) && without == NULL)
            without = line;
        over += by > 1;
        if (by > most) {
            worst = line;
            took = x;
            most = by;
        }
    }
    if (over > 0) {
        first = broken_text(worst, took);
        *text = over == 1 ? xstrdup(first)
                          : xasprintf("%s; and %zu more", first, over - 1);
    } else if (without != NULL) {
        first = bound_name(without);
        *text = xasprintf("no figures of %s", first);
    } else {
        *text = xasprintf("%zu times are within their bounds",
                          json_array_size(bounds) - 1);
        return ACCEPT_PASS;
    }
    free(first);
    return over > 0 ? ACCEPT_FAIL : ACCEPT_ERROR;
}

enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text)
{
    enum acceptance found;
    struct runs runs;
    struct table t;

    table_of_run(&t, &runs, records, false);
    found = judge(bounds, &t, text);
    table_free_rows(&t);
    runs_free(&runs);
    return found;
}
