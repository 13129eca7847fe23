/* read_figures.c: what of the record of a case is worked with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/record.h"
#include "tools/compare/runs_add.h"

json_t *rival_of(const json_t *record)
{
    static const char *const fields[] = {"algo", "method"};
    const json_t *vs = json_object_get(record, "vs");
    json_t *rival = NULL;

    if (json_is_object(json_object_get(record, "overlap")))
        return NULL; /* with a computation beside it: no contest */
    for (size_t i = 0; json_is_object(vs) && i < 2; i++) {
        json_t *value = json_object_get(vs, fields[i]);

        if (rival == NULL)
            rival = json_object();
        if (value != NULL)
            json_object_set(rival, fields[i], value);
    }
    return rival;
}

/* The standard error of a logarithm, of an interval at that confidence. */
static double error_of(const json_t *ci, double confidence)
{
    double lo = record_number(json_array_get(ci, 0));
    double hi = record_number(json_array_get(ci, 1));

    if (!(lo > 0) || !(hi >= lo) || !(confidence > 0 && confidence < 1))
        return NAN;
    return log(hi / lo) / 2 / gsl_cdf_ugaussian_Qinv((1 - confidence) / 2);
}

static void more_add(json_t **more, const char *name, const json_t *value)
{
    if (!json_is_number(value))
        return;
    if (*more == NULL)
        *more = json_object();
    json_object_set(*more, name, (json_t *)value);
}

/* A new reference, or NULL. */
static json_t *more_of(const json_t *record)
{
    static const char *const plain[] = {"bandwidth", "message_rate"};
    static const char *const named[] = {"figures", "parts"};
    json_t *more = NULL, *value;
    const char *name;

    for (size_t i = 0; i < 2; i++)
        more_add(&more, plain[i], json_object_get(record, plain[i]));
    more_add(&more, "hidden",
             json_object_get(json_object_get(record, "overlap"), "hidden"));
    for (size_t i = 0; i < 2; i++)
        json_object_foreach(json_object_get(record, named[i]), name, value)
        {
            char *full = xasprintf("%s.%s", named[i], name);

            more_add(&more, full,
                     json_is_object(value) ? json_object_get(value, "median")
                                           : value);
            free(full);
        }
    return more;
}

/* A value of each stretch. */
static void stays_set(struct figures_stays *to, size_t place,
                      const json_t *values)
{
    for (size_t i = 0; i < to->n; i++)
        to->value[i * (STAYS_GAUGES + to->gauges) + place] =
            record_number(json_array_get(values, i));
}

/* Malloced, or NULL. */
static struct figures_stays *stays_of(const json_t *record, const json_t *watch)
{
    const json_t *stays = json_object_get(record, "stays");
    size_t n = json_array_size(json_object_get(stays, "at"));
    size_t gauges = json_object_size(watch), place = STAYS_GAUGES;
    struct figures_stays *to;
    const char *name;
    json_t *gauge;

    if (!json_is_object(stays) || gauges == 0)
        return NULL;
    to =
        xmalloc(sizeof(*to) + n * (STAYS_GAUGES + gauges) * sizeof(*to->value));
    *to = (struct figures_stays){.holders = 1, .n = n, .gauges = gauges};
    stays_set(to, STAYS_AT, json_object_get(stays, "at"));
    stays_set(to, STAYS_ROUNDS, json_object_get(stays, "rounds"));
    stays_set(to, STAYS_ESTIMATE, json_object_get(stays, "estimate"));
    json_object_foreach((json_t *)watch, name, gauge)
        stays_set(to, place++, json_object_get(stays, name));
    return to;
}

void figures_of(struct figures *f, const json_t *record, size_t run,
                const json_t *watch)
{
    const json_t *ci = json_object_get(record, "median_ci");
    const json_t *estimate = json_object_get(record, "estimate");
    double confidence = record_number(json_object_get(record, "confidence"));

    *f = (struct figures){
        .run = run,
        .median = record_number(json_object_get(record, "median")),
        .lo = record_number(json_array_get(ci, 0)),
        .hi = record_number(json_array_get(ci, 1)),
        .wrong = json_integer_value(json_object_get(record, "mismatches")) > 0,
        .within = error_of(json_object_get(record, "estimate_ci"), confidence),
        .rounds = (long)json_integer_value(json_object_get(record, "stages")),
        .passes = (long)json_integer_value(json_object_get(record, "visits")),
        .more = more_of(record),
        .stays = stays_of(record, watch),
        .mixed =
            (double)json_integer_value(json_object_get(record, "mixed_rounds")),
    };
    /* records of old have neither */
    f->time = estimate != NULL || json_object_get(record, "visits") != NULL
                  ? record_number(estimate)
                  : f->median;
    if (!(f->time > 0))
        f->time = NAN; /* below the clock's step: it has no logarithm */
}
