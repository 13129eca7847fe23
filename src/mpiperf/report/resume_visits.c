/* resume_visits.c: rows of the visits that a killed run has made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/resume_visits.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/columns.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/record_get.h"

/* The rows of the case that a row belongs to: their keys, or NULL. */
static const json_t *case_with(const json_t *cases, const char *key)
{
    json_t *keys, *one;
    size_t i, k;

    json_array_foreach(cases, i, keys)
    {
        json_array_foreach(keys, k, one)
        {
            if (strcmp(json_string_value(one), key) == 0)
                return keys;
        }
    }
    return NULL;
}

/* Records up to the last visit, that visit included if all rows of its case are
 * there: a file may have been torn between them. */
static size_t whole_records(const json_t *records, const json_t *cases)
{
    size_t n = json_array_size(records), last = 0;
    const json_t *pass =
        json_object_get(json_array_get(records, n - 1), "pass");
    const json_t *rows = NULL;

    for (; last < n; last++) {
        const json_t *visit = json_array_get(records, n - 1 - last);
        char *key = case_key(visit);
        const json_t *own = case_with(cases, key);

        free(key);
        if (last == 0)
            rows = own;
        if (rows == NULL || own != rows ||
            !json_equal(json_object_get(visit, "pass"), pass))
            break;
    }
    return last < json_array_size(rows) ? n - last : n;
}

/* The visits to one row: an array of them, in a list of all rows. */
static json_t *rows_of(const json_t *records, size_t n)
{
    json_t *rows = json_object();

    for (size_t i = 0; i < n; i++) {
        json_t *visit = json_array_get(records, i);
        char *key;

        if (!record_is(visit, "visit"))
            continue;
        key = case_key(visit);
        if (json_object_get(rows, key) == NULL)
            json_object_set_new(rows, key, json_array());
        json_array_append(json_object_get(rows, key), visit);
        free(key);
    }
    return rows;
}

static json_int_t total(const json_t *visits, const char *field)
{
    json_int_t sum = 0;
    json_t *visit;
    size_t i;

    json_array_foreach(visits, i, visit) sum +=
        json_integer_value(json_object_get(visit, field));
    return sum;
}

/* Figures of the visits that have them; returns how many. */
static size_t values(double *x, const json_t *visits, const char *object,
                     const char *field)
{
    json_t *visit;
    size_t i, n = 0;

    json_array_foreach(visits, i, visit)
    {
        const json_t *at =
            object != NULL ? json_object_get(visit, object) : visit;
        const json_t *value = json_object_get(at, field);

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
        const json_t *visits = json_object_get(rows, json_string_value(key));

        if (json_array_size(visits) == 0 || total(visits, "valid") < min_valid)
            return false;
    }
    return true;
}

/* Seconds: of the clock of the run, which `run` may be; NAN: not known. */
static double step_of(const json_t *run)
{
    const json_t *step =
        json_object_get(json_object_get(run, "timer"), "resolution");

    return json_is_number(step) ? json_number_value(step) : NAN;
}

/* No interval is narrower than `least`, a relative error; NAN: not known, then
 * there is none where nothing scatters. */
static void interval_floor(struct ratio *r, double least)
{
    if (isnan(r->lo))
        return;
    if (!isnan(least)) {
        r->lo = fmin(r->lo, r->ratio * exp(-least));
        r->hi = fmax(r->hi, r->ratio * exp(least));
    } else if (r->lo == r->hi) {
        r->lo = r->hi = NAN;
    }
}

static struct ratio typical(double *x, size_t n, const struct options *o)
{
    struct ratio r;
    double se;

    for (size_t i = 0; i < n; i++)
        x[i] = log(x[i]);
    ratio_of_visits(&r, &se, x, n, o->how.confidence, 0);
    return r;
}

static void add_time(json_t *row, const char *name, const char *interval,
                     const struct ratio *r)
{
    json_object_set_new(row, name, record_real(r->ratio));
    json_object_set_new(row, interval, record_interval(r->lo, r->hi));
}

static void add_times(json_t *row, const json_t *visits, double step,
                      const struct options *o)
{
    double *x = xcalloc(json_array_size(visits) + 1, sizeof(*x)), own;
    const json_t *vs = json_object_get(json_array_get(visits, 0), "vs");
    struct ratio r;
    size_t n = values(x, visits, NULL, "min");

    json_object_set_new(row, "min",
                        record_real(n > 0 ? gsl_stats_min(x, 1, n) : NAN));
    n = values(x, visits, NULL, "max");
    json_object_set_new(row, "max",
                        record_real(n > 0 ? gsl_stats_max(x, 1, n) : NAN));
    n = values(x, visits, NULL, "median");
    json_object_set_new(row, "visits", json_integer((json_int_t)n));
    json_object_set_new(row, "marks",
                        n < VISITS_MIN ? json_pack("[s]", "few-visits")
                                       : json_null());
    r = typical(x, n, o);
    interval_floor(&r, step / 2 / r.ratio);
    add_time(row, "median", "median_ci", &r);
    n = values(x, visits, NULL, "estimate");
    r = typical(x, n, o);
    own = r.ratio;
    interval_floor(&r, step / 2 / own);
    add_time(row, "estimate", "estimate_ci", &r);
    if (json_is_object(vs)) {
        json_t *mine = json_deep_copy(vs);

        n = values(x, visits, "vs", "ratio");
        r = typical(x, n, o);
        /* half a step of the own time and one of the baseline's */
        interval_floor(&r, step / 2 / own * (1 + r.ratio));
        add_time(mine, "ratio", "ci", &r);
        json_object_set_new(row, "vs", mine);
    }
    free(x);
}

static void add_stays(json_t *row, const json_t *visits)
{
    json_t *stays = record_stays_joined(visits);
    bool watched = json_is_object(stays);

    json_object_set_new(row, "stays", stays);
    json_object_set_new(row, "mixed_rounds",
                        watched ? json_integer(total(visits, "mixed_rounds"))
                                : json_null());
}

static json_t *row_of(const json_t *visits, double step,
                      const struct options *o)
{
    static const char *const sums[] = {"launches", "valid", "late", "overrun"};
    const json_t *visit = json_array_get(visits, 0);
    json_t *row = json_pack("{s:s}", "type", "case");

    for (const struct column *c = columns; c->name != NULL; c++) {
        json_t *value = json_object_get(visit, c->name);

        if (value != NULL)
            json_object_set(row, c->name, value);
        else if (c->shape != COLUMN_EXTRA)
            json_object_set_new(row, c->name, json_null());
    }
    for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++)
        json_object_set_new(row, sums[i], json_integer(total(visits, sums[i])));
    json_object_set_new(row, "stages", json_integer(total(visits, "rounds")));
    json_object_set_new(row, "confidence", json_real(o->how.confidence));
    add_times(row, visits, step, o);
    add_stays(row, visits);
    json_object_set_new(row, "from_visits", json_true());
    return row;
}

json_t *resume_visits(const json_t *records, const json_t *cases,
                      const struct options *o)
{
    json_t *rows = rows_of(records, whole_records(records, cases));
    json_t *made = json_array(), *keys, *key;
    double step = step_of(json_array_get(records, 0));
    size_t i, k;

    json_array_foreach(cases, i, keys)
    {
        if (o->how.verify || !has_enough(rows, keys, o->how.min_valid))
            continue;
        json_array_foreach(keys, k, key)
        {
            const json_t *visits =
                json_object_get(rows, json_string_value(key));

            json_array_append_new(made, row_of(visits, step, o));
        }
    }
    json_decref(rows);
    return made;
}
