/* merged.c: converts rows of a table to `merged` records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/output.h"

#include <math.h>
#include <stdlib.h>
#include "compare/table.h"
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "record/fields.h"

static json_t *real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *range(double lo, double hi)
{
    return isfinite(lo) && isfinite(hi) ? json_pack("[ff]", lo, hi)
                                        : json_null();
}

/* Mean of the values that are not NAN. */
struct mean {
    double sum;
    size_t n;
};

static void mean_add(struct mean *m, double x)
{
    m->sum += isnan(x) ? 0 : x;
    m->n += !isnan(x);
}

static double mean_value(const struct mean *m)
{
    return m->n > 0 ? m->sum / (double)m->n : NAN;
}

double merged_mean(const struct table *t, const struct row *row,
                   const char *field)
{
    struct mean m = {0};

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);

        if (o != NULL && t->r->v[i].side == row->side)
            mean_add(&m, number_of(json_object_get(o->record, field)));
    }
    return mean_value(&m);
}

/* Mean reading of a gauge around the row's passes, seconds. It distinguishes
 * tables of a machine that was in one state in each. */
static json_t *gauge_mean(const struct table *t, const struct row *row,
                          int gauge)
{
    struct mean m = {0};

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);

        for (size_t k = 0; o != NULL && k < 2 * o->n; k++)
            if (t->r->v[i].side == row->side &&
                states_of(row_states(t, row), &o->pass[k / 2]) == row->state)
                mean_add(&m, o->pass[k / 2].gauge[gauge][k % 2]);
    }
    return real(exp(mean_value(&m)));
}

/* The row's time, even if its main figure is another. */
static struct figure time_of(const struct table *t, const struct row *row)
{
    struct figure f = row->time;

    if (row->plain) {
        values_spread(&f.spread, t, row, NULL);
        figure_set(&f, interval_half(&f.spread, 0, 0), false);
    }
    return f;
}

static json_t *vs_record(const struct table *t, const struct row *row)
{
    const struct row *base;

    if (row->base == NO_ROW)
        return json_null();
    base = &t->v[row->base];
    return json_pack(
        "{s:I, s:s, s:o, s:o, s:o, s:b}", "side", (json_int_t)base->side,
        "algo", row_text(base, "algo"), "speedup", real(row->vs.value), "range",
        range(row->vs.lo, row->vs.hi), "sign", json_text(sign_word(row->sign)),
        "interleaved", row->interleaved);
}

static json_t *of_last(const struct row *row, const char *field)
{
    return json_incref(json_object_get(row->last, field) ?: json_null());
}

static json_t *named(json_t *values)
{
    return values != NULL ? json_incref(values) : json_object();
}

static json_t *merged_record(const struct table *t, const struct row *row)
{
    double bytes = number_of(json_object_get(row->last, "traffic_bytes"));
    double messages = number_of(json_object_get(row->last, "traffic_messages"));
    const struct figure time = time_of(t, row);
    const struct figure *hidden = row->plain ? &row->time : &no_figure;
    json_t *to = json_pack("{s:s}", "type", "merged"), *rest;

    json_object_update(to, row->c->which);
    rest = json_pack(
        "{s:o, s:o, s:o, s:{s:I, s:o}, s:I, s:I, s:I, s:I, s:b, s:o, s:o, s:o, "
        "s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "state", json_text(row_state_name(t, row)), gauge_names[GAUGE_ONEWAY],
        gauge_mean(t, row, GAUGE_ONEWAY), gauge_names[GAUGE_SPIN],
        gauge_mean(t, row, GAUGE_SPIN), "side", "number", (json_int_t)row->side,
        "name", json_text(side_name(t, row->side)), "runs",
        (json_int_t)row->runs, "empty", (json_int_t)row->empty, "wrong",
        (json_int_t)row->wrong, "odd", (json_int_t)row->time.spread.odd,
        "two_groups", (int)row->time.spread.two_groups, "estimate",
        real(time.value), "range", range(time.lo, time.hi), "vs",
        vs_record(t, row), "rank_mean", real(merged_mean(t, row, "rank_mean")),
        "rank_min", real(merged_mean(t, row, "rank_min")), "rank_max",
        real(merged_mean(t, row, "rank_max")), "main", of_last(row, "main"),
        "bandwidth", real(bytes / time.value),
        /* interval of the time, inverted */
        "bandwidth_range", range(bytes / time.hi, bytes / time.lo),
        "message_rate", real(messages / time.value), "message_rate_range",
        range(messages / time.hi, messages / time.lo), "hidden",
        real(hidden->value), "hidden_range", range(hidden->lo, hidden->hi),
        "reason", row->runs == 0 ? of_last(row, "reason") : json_null(),
        "figures", named(row->figures), "figures_range", named(row->ranges));
    json_object_update(to, rest);
    json_decref(rest);
    put_some(to, "busbw",
             real(number_of(json_object_get(row->last, "busbw")) *
                  number_of(json_object_get(row->last, "median")) /
                  time.value));
    return to;
}

/* The record of the states' threshold, so that runs added later are split
 * alike. */
static json_t *table_record(const struct table *t)
{
    const struct state_cut *cut = &t->states.cut;

    return json_pack(
        "{s:s, s:i, s:o}", "type", "table", "format", RECORD_FORMAT, "cut",
        cut->gauge < 0
            ? json_null()
            : json_pack("{s:s, s:f, s:f, s:f}", "gauge",
                        gauge_names[cut->gauge], "at", exp(cut->at), "low",
                        exp(cut->low), "high", exp(cut->high)));
}

json_t *merged_rows(const struct table *t)
{
    json_t *all = json_array();

    for (size_t i = 0; i < t->n; i++)
        json_array_append_new(all, merged_record(t, &t->v[i]));
    return all;
}

char *merged_text(const struct table *t)
{
    json_t *all = merged_rows(t);
    char *text;

    json_array_insert_new(all, 0, table_record(t));
    text = records_lines(all);
    json_decref(all);
    return text;
}
