/* records.c: the same rows for programs: JSON Lines, CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "lib/case_key.h"
#include "tools/compare/output.h"

enum { DIGITS = 10 };

/* A figure, null where there is none. */
static void set_real(json_t *to, const char *name, double x)
{
    json_object_set_new(to, name, isfinite(x) ? json_real(x) : json_null());
}

static void set_size(json_t *to, const char *name, size_t n)
{
    json_object_set_new(to, name, json_integer((json_int_t)n));
}

/* A new record of that type, with the fields that say which case it is. */
static json_t *record_of(const char *type, const json_t *record)
{
    json_t *to = json_pack("{s:s}", "type", type);

    for (const char *const *f = case_key_fields; *f != NULL; f++) {
        json_t *value = json_object_get(record, *f);

        json_object_set_new(to, *f,
                            value == NULL ? json_null() : json_incref(value));
    }
    return to;
}

json_t *comparisons_records(const struct comparisons *c,
                            const struct compare_options *o)
{
    json_t *all = json_array();

    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *from = &c->v[i];
        json_t *to = record_of("comparison", from->record);

        set_size(to, "launches_a", from->side[0].n);
        set_size(to, "launches_b", from->side[1].n);
        set_size(to, "empty_a", from->side[0].empty);
        set_size(to, "empty_b", from->side[1].empty);
        set_real(to, "median_a", from->side[0].median);
        set_real(to, "median_b", from->side[1].median);
        set_real(to, "ratio", from->ratio);
        set_real(to, "ci_lo", from->lo);
        set_real(to, "ci_hi", from->hi);
        json_object_set_new(to, "within_launch", json_boolean(from->within));
        set_real(to, "alpha", o->alpha);
        set_real(to, "p", from->p);
        json_object_set_new(to, "correction", json_string(o->correction->name));
        set_real(to, "p_adjusted", from->p_adjusted);
        set_real(to, "power", o->power);
        set_real(to, "detectable", from->detectable);
        set_real(to, "change", o->change);
        json_object_set_new(to, "needed",
                            from->needed > 0
                                ? json_integer((json_int_t)from->needed)
                                : json_null());
        json_object_set_new(to, "verdict",
                            json_string(verdict_name(from->verdict)));
        json_array_append_new(all, to);
    }
    return all;
}

static json_t *between_record(const struct between *b, long command,
                              double confidence)
{
    json_t *to = record_of("spread", b->record);

    set_size(to, "command", command > 0 ? (size_t)command : 1);
    set_size(to, "launches", b->n);
    set_size(to, "empty", b->empty);
    set_real(to, "confidence", confidence);
    set_real(to, "mean", b->mean);
    set_real(to, "ci_lo", b->ci_lo);
    set_real(to, "ci_hi", b->ci_hi);
    set_real(to, "min", b->min);
    set_real(to, "median", b->median);
    set_real(to, "max", b->max);
    set_real(to, "spread", b->spread);
    set_real(to, "single", b->single);
    set_size(to, "with_interval", b->with_interval);
    set_size(to, "held", b->held);
    return to;
}

json_t *between_records(const struct between_table *t, size_t n,
                        double confidence)
{
    json_t *all = json_array();

    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < t[k].n; j++)
            json_array_append_new(
                all, between_record(&t[k].v[j], t[k].command, confidence));
    return all;
}

/* Quoted as in RFC 4180, where that is needed. */
static void put_text(FILE *f, const char *s)
{
    bool quoted = s[strcspn(s, ",\"\r\n")] != '\0';

    if (quoted)
        putc('"', f);
    for (; *s != '\0'; s++) {
        if (*s == '"')
            putc('"', f);
        putc(*s, f);
    }
    if (quoted)
        putc('"', f);
}

static void put_row(FILE *f, const json_t *record, bool header)
{
    const char *name, *comma = "";
    json_t *value;

    json_object_foreach((json_t *)record, name, value)
    {
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                           JSON_REAL_PRECISION(DIGITS));

        fputs(comma, f);
        comma = ",";
        if (header)
            put_text(f, name);
        else if (json_is_string(value))
            put_text(f, json_string_value(value));
        else if (!json_is_null(value))
            put_text(f, text);
        free(text);
    }
    putc('\n', f);
}

int records_write(const char *file, bool csv, const json_t *records)
{
    FILE *f = fopen(file, "w");
    const json_t *record;
    size_t i;
    int failed;

    if (f == NULL)
        return -errno;
    errno = 0;
    json_array_foreach(records, i, record)
    {
        if (csv && i == 0)
            put_row(f, record, true);
        if (csv)
            put_row(f, record, false);
        else if (json_dumpf(record, f,
                            JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) == 0)
            putc('\n', f);
    }
    failed = ferror(f);
    if (fclose(f) != 0 || failed)
        return errno != 0 ? -errno : -EIO;
    return 0;
}
