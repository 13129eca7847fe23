/* merge_record.c: the merged table for programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "tools/compare/merge.h"

/* Null where there is none. */
static json_t *real_of(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *pair_of(double lo, double hi)
{
    return isfinite(lo) && isfinite(hi) ? json_pack("[f, f]", lo, hi)
                                        : json_null();
}

/* With which row, by what figures. */
static json_t *vs_of(const struct merged_row *row)
{
    const struct judgement *j = &row->judgement;
    const char *verdict = judged_name(j->verdict);
    json_t *vs;

    if (row->baseline == NULL)
        return json_null();
    vs = json_pack("{s:I, s:O}", "side", (json_int_t)row->baseline->side,
                   "algo", json_object_get(row->baseline->record, "algo"));
    json_object_set(vs, "method", json_object_get(row->baseline->record, "method"));
    json_object_set_new(vs, "runs", json_integer((json_int_t)row->ratio.of.n));
    json_object_set_new(vs, "ratio", real_of(row->ratio.value));
    json_object_set_new(vs, "ci", pair_of(row->ratio.lo, row->ratio.hi));
    json_object_set_new(vs, "p", real_of(j->p));
    json_object_set_new(vs, "verdict",
                        *verdict != '\0' ? json_string(verdict) : json_null());
    json_object_set_new(vs, "needed",
                        j->needed > 0 ? json_integer((json_int_t)j->needed)
                                      : json_null());
    return vs;
}

static json_t *record_of(const struct merged_row *row)
{
    json_t *to = json_pack("{s:s}", "type", "merged");
    const char *cause = row->time.of.cause;

    json_object_update(to, (json_t *)row->record);
    json_object_set_new(to, "side", json_integer((json_int_t)row->side));
    json_object_set_new(to, "runs", json_integer((json_int_t)row->time.of.n));
    json_object_set_new(to, "empty", json_integer((json_int_t)row->empty));
    json_object_set_new(to, "wrong", json_integer((json_int_t)row->wrong));
    json_object_set_new(to, "odd", json_integer((json_int_t)row->time.of.odd));
    json_object_set_new(to, "estimate", real_of(row->time.value));
    json_object_set_new(to, "ci", pair_of(row->time.lo, row->time.hi));
    json_object_set_new(to, "reason",
                        cause != NULL ? json_string(cause) : json_null());
    json_object_set_new(to, "vs", vs_of(row));
    return to;
}

json_t *merged_records(const struct merged *m)
{
    json_t *all = json_array();

    for (size_t i = 0; i < m->n; i++)
        json_array_append_new(all, record_of(&m->v[i]));
    return all;
}
