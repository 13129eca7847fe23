/* resume_passes.c: rows of the passes that a killed run has made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume_passes.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "record/key.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/columns.h"

/* The passes of one row: an array of them, in a list of all rows. */
static json_t *rows_of(const json_t *records)
{
    json_t *rows = json_object(), *pass;
    size_t i;

    json_array_foreach(records, i, pass)
    {
        char *key;

        if (!record_is(pass, "pass"))
            continue;
        key = key_text(pass);
        if (json_object_get(rows, key) == NULL)
            json_object_set_new(rows, key, json_array());
        json_array_append(json_object_get(rows, key), pass);
        free(key);
    }
    return rows;
}

static json_int_t total(const json_t *passes, const char *field)
{
    json_int_t sum = 0;
    json_t *pass;
    size_t i;

    json_array_foreach(passes, i, pass) sum +=
        json_integer_value(json_object_get(pass, field));
    return sum;
}

/* Figures of the passes that have them; returns how many. */
static size_t values(double *x, const json_t *passes, const char *field)
{
    json_t *pass;
    size_t i, n = 0;

    json_array_foreach(passes, i, pass)
    {
        const json_t *value = json_object_get(pass, field);

        if (json_is_number(value))
            x[n++] = json_number_value(value);
    }
    return n;
}

/* Has every row of the case enough launches? */
static bool has_enough(const json_t *rows, const json_t *keys, long min_valid)
{
    json_t *key;
    size_t i;

    json_array_foreach(keys, i, key)
    {
        const json_t *passes = json_object_get(rows, json_string_value(key));

        if (json_array_size(passes) == 0 || total(passes, "valid") < min_valid)
            return false;
    }
    return true;
}

/* Seconds: of the clock of the run; 0: not known. */
static double step_of(const json_t *run)
{
    return json_number_value(
        json_object_get(json_object_get(run, "timer"), "resolution"));
}

static void add_times(json_t *row, const json_t *passes, double step,
                      const struct options *o)
{
    const struct stats_options so = {.confidence = o->how.confidence,
                                     .step = step};
    double *x = xcalloc(json_array_size(passes) + 1, sizeof(*x));
    struct summary s = {.median = NAN};
    size_t n = values(x, passes, "min");

    json_object_set_new(row, "min",
                        record_real(n > 0 ? gsl_stats_min(x, 1, n) : NAN));
    n = values(x, passes, "max");
    json_object_set_new(row, "max",
                        record_real(n > 0 ? gsl_stats_max(x, 1, n) : NAN));
    n = values(x, passes, "estimate");
    if (n > 0)
        summarize_passes(&s, x, x, n, &so);
    json_object_set_new(row, "estimate", record_real(s.median));
    n = values(x, passes, "median");
    if (n > 0)
        summarize_passes(&s, x, x, n, &so);
    json_object_set_new(row, "median", record_real(s.median));
    json_object_set_new(row, "median_ci",
                        step > 0 ? record_interval(s.median_lo, s.median_hi)
                                 : json_null());
    json_object_set_new(row, "marks",
                        n < PASSES_MIN ? json_pack("[s]", "few-passes")
                                       : json_null());
    free(x);
}

/* As a case has them. */
static json_t *elements_of(const json_t *passes)
{
    static const char *const members[] = {"pass",     "time",  "rounds",
                                          "estimate", "gauge", "figures"};
    json_t *all = json_array(), *pass;
    size_t i;

    json_array_foreach(passes, i, pass)
    {
        json_t *element = json_object();

        for (size_t k = 0; k < sizeof(members) / sizeof(members[0]); k++)
            json_object_set(element, members[k],
                            json_object_get(pass, members[k]));
        json_array_append_new(all, element);
    }
    return all;
}

static json_t *row_of(const json_t *passes, double step,
                      const struct options *o)
{
    static const char *const sums[] = {"launches", "valid", "late", "overrun",
                                       "rounds"};
    const json_t *pass = json_array_get(passes, 0);
    json_t *row = json_pack("{s:s}", "type", "case");

    for (const struct column *c = columns; c->name != NULL; c++) {
        json_t *value = json_object_get(pass, c->name);

        if (value != NULL)
            json_object_set(row, c->name, value);
        else if (!c->optional)
            json_object_set_new(row, c->name, json_null());
    }
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
        json_object_set_new(row, sums[i], json_integer(total(passes, sums[i])));
    json_object_set_new(row, "confidence", json_real(o->how.confidence));
    add_times(row, passes, step, o);
    json_object_set_new(row, "passes", elements_of(passes));
    json_object_set_new(row, "from_passes", json_true());
    return row;
}

json_t *resume_passes(const json_t *records, const json_t *cases,
                      const struct options *o)
{
    json_t *rows = rows_of(records), *made = json_array(), *keys, *key;
    size_t i, k;

    json_array_foreach(cases, i, keys)
    {
        if (o->how.verify || !has_enough(rows, keys, o->how.min_valid))
            continue;
        json_array_foreach(keys, k, key) json_array_append_new(
            made, row_of(json_object_get(rows, json_string_value(key)),
                         step_of(json_array_get(records, 0)), o));
    }
    json_decref(rows);
    return made;
}
