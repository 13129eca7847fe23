/* from_passes.c: makes case records from the passes of a killed run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "record/key.h"
#include "stats/stats.h"

/* Returns the passes of the last run as an object key -> array: a case never
 * mixes two runs. *run becomes the record of that run, borrowed, or NULL. */
static json_t *last_passes(const json_t *records, const json_t **run)
{
    json_t *passes = json_object(), *record;
    size_t i;

    *run = NULL;
    json_array_foreach(records, i, record)
    {
        char *key;

        if (record_is(record, "run")) {
            *run = record;
            json_object_clear(passes);
        }
        if (!record_is(record, "pass"))
            continue;
        key = key_text(record);
        if (json_object_get(passes, key) == NULL)
            json_object_set_new(passes, key, json_array());
        json_array_append(json_object_get(passes, key), record);
        free(key);
    }
    return passes;
}

static json_int_t total(const json_t *passes, const char *field)
{
    json_int_t sum = 0;
    json_t *pass;
    size_t i;

    json_array_foreach(passes, i, pass)
    {
        json_int_t n = json_integer_value(json_object_get(pass, field));

        if (__builtin_add_overflow(sum, n, &sum))
            return INT64_MAX;
    }
    return sum;
}

/* Collects a figure from the passes that have it; returns how many do. */
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

/* True if each row of the case has at least min_valid valid launches. */
static bool has_enough(const json_t *passes, const json_t *keys, long min_valid)
{
    json_t *key;
    size_t i;

    json_array_foreach(keys, i, key)
    {
        const json_t *of = json_object_get(passes, json_string_value(key));

        if (json_array_size(of) == 0 || total(of, "valid") < min_valid)
            return false;
    }
    return true;
}

static void add_times(json_t *row, const json_t *passes,
                      const struct stats_options *so)
{
    double *x = xcalloc(json_array_size(passes) + 1, sizeof(*x));
    struct summary s = {.median = NAN};
    size_t n = values(x, passes, "min");

    put_value(row, "min", n > 0 ? value_real(gsl_stats_min(x, 1, n)) : NULL);
    n = values(x, passes, "max");
    put_value(row, "max", n > 0 ? value_real(gsl_stats_max(x, 1, n)) : NULL);
    n = values(x, passes, "estimate");
    if (n > 0)
        summarize_passes(&s, x, x, n, so);
    put_value(row, "estimate", value_real(s.median));
    n = values(x, passes, "median");
    if (n > 0)
        summarize_passes(&s, x, x, n, so);
    put_value(row, "median", value_real(s.median));
    put_value(row, "median_ci",
              so->step > 0 ? value_range(s.median_lo, s.median_hi) : NULL);
    put_value(row, "marks",
              n < PASSES_MIN ? json_pack("[s]", "few-passes") : NULL);
    free(x);
}

/* Returns the passes in the form they have in a case record. */
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

static json_t *row_of(const json_t *passes, const struct stats_options *so)
{
    static const char *const sums[] = {"launches", "valid", "late", "overrun",
                                       "rounds"};
    const json_t *pass = json_array_get(passes, 0);
    json_t *row = json_pack("{s:s}", "type", "case");

    for (const struct field *f = fields; f->name != NULL; f++) {
        const json_t *value = field_value(f, pass);

        if ((f->of & OF_CASE) != 0 && (value != NULL || !(f->of & OF_OPTIONAL)))
            put_value(row, f->name, json_incref((json_t *)value));
    }
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
        put_value(row, sums[i], json_integer(total(passes, sums[i])));
    put_value(row, "confidence", json_real(so->confidence));
    add_times(row, passes, so);
    put_value(row, "passes", elements_of(passes));
    put_value(row, "from_passes", json_true());
    return row;
}

json_t *cases_from_passes(const json_t *records, const json_t *cases,
                          long min_valid, double confidence)
{
    struct stats_options so = {.confidence = confidence};
    const json_t *run;
    json_t *passes = last_passes(records, &run), *made = json_array();
    json_t *keys, *key;
    size_t i, k;

    /* 0 if unknown */
    so.step = json_number_value(
        json_object_get(json_object_get(run, "timer"), "resolution"));
    json_array_foreach(cases, i, keys)
    {
        if (!has_enough(passes, keys, min_valid))
            continue;
        json_array_foreach(keys, k, key) json_array_append_new(
            made, row_of(json_object_get(passes, json_string_value(key)), &so));
    }
    json_decref(passes);
    return made;
}
