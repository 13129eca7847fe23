/* merged.c: rows of a table as records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/merged.h"

#include <math.h>
#include <stdlib.h>
#include "compare/values.h"
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

double merged_mean(const struct table *t, const struct row *row,
                   const char *field)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);
        double x = t->r->v[i].side == row->side && o != NULL
                       ? number_of(json_object_get(o->record, field))
                       : NAN;

        sum += isnan(x) ? 0 : x;
        n += !isnan(x);
    }
    return n > 0 ? sum / (double)n : NAN;
}

/* What a gauge showed around the row's passes, seconds: tables of a machine in
 * one state each are told apart by it. */
static json_t *gauge_mean(const struct table *t, const struct row *row,
                          int gauge)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);

        for (size_t k = 0; o != NULL && k < 2 * o->n; k++) {
            const struct pass *p = &o->pass[k / 2];
            double x = p->gauge[gauge][k % 2];

            if (t->r->v[i].side == row->side && isfinite(x) &&
                states_of(&t->states, p) == row->state) {
                sum += x;
                n++;
            }
        }
    }
    return real(n > 0 ? exp(sum / (double)n) : NAN);
}

/* The row's time, whatever its figure is. */
static struct figure time_of(const struct table *t, const struct row *row)
{
    struct figure f = row->time;
    struct values v;

    if (!row->plain)
        return f;
    values_of(&v, t, row, NULL);
    parts_spread(&f.spread, v.x, &v.parts);
    values_free(&v);
    f.half = interval_half(&f.spread, 0, 0);
    f.value = exp(f.spread.mean);
    f.lo = exp(f.spread.mean - f.half);
    f.hi = exp(f.spread.mean + f.half);
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

/* What goes by in the time, and in its range turned round. */
static void add_rate(json_t *to, const struct row *row, const struct figure *f,
                     const char *name, const char *name_range,
                     const char *amount)
{
    double x = number_of(json_object_get(row->last, amount));

    json_object_set_new(to, name, real(x / f->value));
    json_object_set_new(to, name_range, range(x / f->hi, x / f->lo));
}

static void add_side(json_t *to, const struct table *t, const struct row *row)
{
    char *name = side_name(t, row->side);

    json_object_set_new(to, "side",
                        json_pack("{s:I, s:o}", "number", (json_int_t)row->side,
                                  "name", json_text(name)));
    free(name);
}

json_t *merged_record(const struct table *t, const struct row *row)
{
    struct figure time = time_of(t, row);
    json_t *to = json_pack("{s:s}", "type", "merged");

    json_object_update(to, row->c->which);
    json_object_set_new(to, "state",
                        t->states.n > 1
                            ? json_string(t->states.v[row->state].name)
                            : json_null());
    for (int g = 0; g < GAUGES_WATCHED; g++)
        json_object_set_new(to, gauge_names[g], gauge_mean(t, row, g));
    add_side(to, t, row);
    json_object_set_new(to, "runs", json_integer((json_int_t)row->runs));
    json_object_set_new(to, "empty", json_integer((json_int_t)row->empty));
    json_object_set_new(to, "wrong", json_integer((json_int_t)row->wrong));
    json_object_set_new(to, "odd",
                        json_integer((json_int_t)row->time.spread.odd));
    json_object_set_new(to, "two_groups",
                        json_boolean(row->time.spread.two_groups));
    json_object_set_new(to, "estimate", real(time.value));
    json_object_set_new(to, "range", range(time.lo, time.hi));
    json_object_set_new(to, "vs", vs_record(t, row));
    json_object_set_new(to, "rank_mean",
                        real(merged_mean(t, row, "rank_mean")));
    json_object_set_new(to, "rank_min", real(merged_mean(t, row, "rank_min")));
    json_object_set_new(to, "rank_max", real(merged_mean(t, row, "rank_max")));
    json_object_set_new(
        to, "main",
        json_incref(json_object_get(row->last, "main") ?: json_null()));
    add_rate(to, row, &time, "bandwidth", "bandwidth_range", "traffic_bytes");
    add_rate(to, row, &time, "message_rate", "message_rate_range",
             "traffic_messages");
    json_object_set_new(to, "hidden", real(row->plain ? row->time.value : NAN));
    json_object_set_new(to, "hidden_range",
                        row->plain ? range(row->time.lo, row->time.hi)
                                   : json_null());
    json_object_set_new(
        to, "reason",
        row->runs == 0
            ? json_incref(json_object_get(row->last, "reason") ?: json_null())
            : json_null());
    json_object_set_new(to, "figures",
                        row->figures != NULL ? json_incref(row->figures)
                                             : json_object());
    json_object_set_new(to, "figures_range",
                        row->ranges != NULL ? json_incref(row->ranges)
                                            : json_object());
    return to;
}

/* So that runs that are added later are cut alike. */
static json_t *table_record(const struct table *t)
{
    const struct state_cut *cut = &t->states.cut;

    return json_pack("{s:s, s:o}", "type", "table", "cut",
                     cut->gauge < 0
                         ? json_null()
                         : json_pack("{s:s, s:f, s:f, s:f}", "gauge",
                                     gauge_names[cut->gauge], "at",
                                     exp(cut->at), "low", exp(cut->low), "high",
                                     exp(cut->high)));
}

json_t *merged_records(const struct table *t)
{
    json_t *all = json_array();

    json_array_append_new(all, table_record(t));
    for (size_t i = 0; i < t->n; i++)
        json_array_append_new(all, merged_record(t, &t->v[i]));
    return all;
}
