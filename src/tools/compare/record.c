/* record.c: what a record must have before anything is computed of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/record.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* ---- values ------------------------------------------------------------ */

static bool is_text(const json_t *v)
{
    return json_is_string(v);
}

static bool is_object(const json_t *v)
{
    return json_is_object(v);
}

static bool is_count(const json_t *v)
{
    return json_is_integer(v) && json_integer_value(v) >= 0;
}

static bool is_ordinal(const json_t *v)
{
    return json_is_integer(v) && json_integer_value(v) >= 1 &&
           json_integer_value(v) <= INT_MAX;
}

static bool is_seconds(const json_t *v)
{
    return json_is_number(v) && json_number_value(v) >= 0;
}

static bool is_interval(const json_t *v)
{
    return json_array_size(v) == 2 && json_is_number(json_array_get(v, 0)) &&
           json_is_number(json_array_get(v, 1));
}

static bool is_words(const json_t *v)
{
    const json_t *word;
    size_t i;

    json_array_foreach(v, i, word) if (!json_is_string(word)) return false;
    return json_is_array(v);
}

/* A gauge -> the factor by which two states differ, and what they are called.
 */
static bool is_watch(const json_t *v)
{
    const char *name;
    json_t *gauge;

    json_object_foreach((json_t *)v, name, gauge)
    {
        if (!(json_number_value(json_object_get(gauge, "factor")) > 1) ||
            !is_text(json_object_get(gauge, "low")) ||
            !is_text(json_object_get(gauge, "high")))
            return false;
    }
    return json_is_object(v);
}

/* Of that length, numbers from 0 or null; or no null among them. */
static bool is_list(const json_t *v, size_t n, bool whole)
{
    const json_t *x;
    size_t i;

    json_array_foreach(v, i, x)
    {
        if (!is_seconds(x) && (whole || !json_is_null(x)))
            return false;
    }
    return json_is_array(v) && json_array_size(v) == n;
}

static bool is_stays(const json_t *v)
{
    const json_t *at = json_object_get(v, "at");
    size_t n = json_array_size(at);
    const char *name;
    json_t *all;

    json_object_foreach((json_t *)v, name, all)
    {
        if (!is_list(all, n, false))
            return false;
    }
    return is_list(at, n, true) &&
           is_list(json_object_get(v, "rounds"), n, true) &&
           is_list(json_object_get(v, "estimate"), n, false);
}

/* ---- fields ------------------------------------------------------------ */

struct value {
    bool (*fits)(const json_t *v);
    const char *must;
};

static const struct value text = {is_text, "a text"},
                          object = {is_object, "an object"},
                          count = {is_count, "a whole number from 0"},
                          ordinal = {is_ordinal,
                                     "a whole number from 1 to 2147483647"},
                          seconds = {is_seconds, "a number from 0"},
                          interval = {is_interval, "two numbers"},
                          words = {is_words, "a list of texts"},
                          watch = {is_watch, "gauges with factor, low and "
                                             "high"},
                          stays = {is_stays, "lists of numbers, equally "
                                             "long"};

/* A field, or a field of a field. */
struct rule {
    const char *field, *part;
    bool needed; /* others may be missing or null */
    const struct value *value;
};

static const struct rule run_rules[] = {
    {"command", NULL, false, &words},
    {"machine", NULL, false, &object},
    {"timer", NULL, false, &object},
    {"timer", "resolution", false, &seconds},
    {"clocksync", NULL, false, &object},
    {"oneway", NULL, false, &object},
    {"oneway", "median", false, &seconds},
    {"repeat", NULL, false, &object},
    {"repeat", "of", false, &ordinal},
    {"repeat", "command", false, &ordinal},
    {"repeat", "seconds", false, &seconds},
    {"time", NULL, false, &text},
    {"gauges", NULL, false, &object},
    {"watch", NULL, false, &watch},
    {0},
};

static const struct rule case_rules[] = {
    {"op", NULL, true, &text},
    {"algo", NULL, true, &text},
    {"procs", NULL, true, &ordinal},
    {"bytes", NULL, true, &count},
    {"median", NULL, false, &seconds},
    {"median_ci", NULL, false, &interval},
    {"mismatches", NULL, false, &count},
    {"stages", NULL, false, &count},
    {"visits", NULL, false, &count},
    {"stays", NULL, false, &stays},
    {"mixed_rounds", NULL, false, &count},
    {0},
};

static const struct rule lost_rules[] = {
    {"command", NULL, true, &ordinal},
    {"block", NULL, true, &ordinal},
    {"cause", NULL, true, &text},
    {0},
};

static const struct rule end_rules[] = {{0}};

static char *rule_refuse(const struct rule *r, const json_t *record)
{
    const json_t *v = json_object_get(record, r->field);

    if (r->part != NULL)
        v = json_object_get(v, r->part);
    if (v == NULL || json_is_null(v) ? !r->needed : r->value->fits(v))
        return NULL;
    return xasprintf("%s%s%s: must be %s", r->field, r->part ? "." : "",
                     r->part ? r->part : "", r->value->must);
}

/* ---- records ----------------------------------------------------------- */

static const struct {
    const char *name;
    const struct rule *rules;
} types[] = {
    [RECORD_RUN] = {"run", run_rules},  [RECORD_CASE] = {"case", case_rules},
    [RECORD_END] = {"end", end_rules},  [RECORD_LOST] = {"lost", lost_rules},
    [RECORD_OTHER] = {NULL, end_rules},
};

char *record_refuse(const json_t *record, enum record_type *type)
{
    const char *name = json_string_value(json_object_get(record, "type"));
    char *cause = NULL;

    if (name == NULL)
        return xstrdup("no record of mpiperf");
    for (*type = 0; types[*type].name != NULL; ++*type)
        if (strcmp(types[*type].name, name) == 0)
            break;
    for (const struct rule *r = types[*type].rules; r->field && !cause; r++)
        cause = rule_refuse(r, record);
    return cause;
}

double record_number(const json_t *v)
{
    return json_is_number(v) ? json_number_value(v) : NAN;
}
