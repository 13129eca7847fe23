/* records.c: the same rows for programs: JSON Lines, CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/csv.h"
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "record/sink.h"
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

/* A new record of that type of the case. */
static json_t *record_of(const char *type, const json_t *which)
{
    json_t *to = json_pack("{s:s}", "type", type);

    json_object_update(to, (json_t *)which);
    return to;
}

/* The algorithm whose time both sides' are ratios to. */
static json_t *rival_of(const struct comparison *c)
{
    json_t *algo = json_object_get(c->rival, "algo");

    return algo != NULL ? json_incref(algo) : json_null();
}

json_t *comparisons_records(const struct comparisons *c,
                            const struct compare_options *o, const char *state)
{
    json_t *all = json_array();

    for (size_t i = 0; i < c->n; i++) {
        const struct comparison *from = &c->v[i];
        const struct judgement *j = &from->judgement;
        json_t *to = record_of("comparison", from->record);

        set_size(to, "launches_a", from->side[0].n);
        set_size(to, "launches_b", from->side[1].n);
        set_size(to, "empty_a", from->side[0].empty);
        set_size(to, "empty_b", from->side[1].empty);
        set_real(to, "median_a", from->side[0].median);
        set_real(to, "median_b", from->side[1].median);
        set_real(to, "ratio", j->ratio);
        set_real(to, "ci_lo", j->lo);
        set_real(to, "ci_hi", j->hi);
        json_object_set_new(
            to, "within_launch",
            json_boolean(from->only[0] != NULL && from->only[1] != NULL));
        set_real(to, "alpha", o->judge.alpha);
        set_real(to, "p", j->p);
        json_object_set_new(to, "correction", json_string(c->correction));
        set_real(to, "p_adjusted", j->p_adjusted);
        set_real(to, "power", o->power);
        set_real(to, "detectable", from->detectable);
        set_real(to, "change", o->change);
        json_object_set_new(to, "needed",
                            from->needed > 0
                                ? json_integer((json_int_t)from->needed)
                                : json_null());
        json_object_set_new(to, "verdict", json_string(verdict_text(from)));
        set_real(to, "most", j->most);
        json_object_set_new(to, "interleaved",
                            json_boolean(c->design != DESIGN_APART));
        json_object_set_new(to, "rival", rival_of(from));
        json_object_set_new(to, "state",
                            state != NULL ? json_text(state) : json_null());
        json_array_append_new(all, to);
    }
    return all;
}

json_t *betweens_records(const struct betweens *b)
{
    json_t *all = json_array();

    for (size_t i = 0; i < b->n; i++) {
        const struct between *from = &b->v[i];
        json_t *to = record_of("spread", from->record);

        set_size(to, "command", (size_t)from->command);
        set_size(to, "launches", from->n);
        set_size(to, "empty", from->empty);
        set_real(to, "confidence", b->confidence);
        set_real(to, "mean", from->mean);
        set_real(to, "ci_lo", from->ci_lo);
        set_real(to, "ci_hi", from->ci_hi);
        set_real(to, "min", from->min);
        set_real(to, "median", from->median);
        set_real(to, "max", from->max);
        set_real(to, "spread", from->spread);
        set_real(to, "single", from->single);
        set_size(to, "with_interval", from->with_interval);
        set_size(to, "held", from->covered);
        json_array_append_new(all, to);
    }
    return all;
}

static void put_row(FILE *f, const json_t *record, bool header)
{
    const char *name, *comma = "";
    json_t *value;

    json_object_foreach((json_t *)record, name, value)
    {
        fputs(comma, f);
        comma = ",";
        if (header)
            csv_text(f, name);
        else
            csv_cell(f, value, DIGITS);
    }
    putc('\n', f);
}

int records_write(const char *file, bool csv, const json_t *records,
                  char **cause)
{
    const json_t *record;
    size_t i, length;
    char *text;
    FILE *f = open_memstream(&text, &length);
    int rc;

    if (f == NULL)
        out_of_memory();
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
    if (fclose(f) != 0)
        out_of_memory();
    rc = sink_text(file, SINK_OVERWRITE, text, cause);
    free(text);
    return rc;
}
