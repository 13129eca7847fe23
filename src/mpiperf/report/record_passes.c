/* record_passes.c: what each pass gave a row, and the record of one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/key.h"
#include "mpiperf/report/columns.h"
#include "mpiperf/report/record_get.h"

static json_t *gauge_json(const struct pass *p)
{
    json_t *all = json_object();

    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            json_object_set_new(all, gauges[i]->name,
                                json_pack("[oo]", record_real(p->gauge[i][0]),
                                          record_real(p->gauge[i][1])));
    return all;
}

/* Those that exist, by name. */
static json_t *figures_json(const struct result *res, const struct pass *p)
{
    json_t *named = json_object();

    for (size_t i = 0; i < res->nfigures; i++)
        if (isfinite(p->figures[i]))
            json_object_set_new(named, res->figures[i]->name,
                                json_real(p->figures[i]));
    if (res->pure != NULL && isfinite(p->hidden))
        json_object_set_new(named, "hidden", json_real(p->hidden));
    return named;
}

static json_t *pass_json(const struct result *res, const struct pass *p)
{
    return json_pack("{s:I, s:o, s:I, s:o, s:o, s:o}", "pass",
                     (json_int_t)p->number, "time", record_real(p->at),
                     "rounds", (json_int_t)p->rounds, "estimate",
                     record_real(p->estimate), "gauge",
                     res->watched ? gauge_json(p) : json_null(), "figures",
                     figures_json(res, p));
}

json_t *record_passes(const struct row *w)
{
    json_t *all = json_array();

    for (size_t i = 0; i < w->res->npasses; i++)
        json_array_append_new(all, pass_json(w->res, &w->res->passes[i]));
    return all;
}

/* What says which case it is, and what the pass gave. */
json_t *record_pass(const struct row *w)
{
    const struct pass *p = &w->res->pass;
    json_t *record = json_pack("{s:s}", "type", "pass"), *gave;

    for (const struct column *c = columns; c->name != NULL; c++)
        if (c->of_case || key_has(c->name))
            column_add(record, c, w);
    gave = json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "launches",
                     (json_int_t)p->launches, "valid", (json_int_t)p->valid,
                     "late", (json_int_t)p->late, "overrun",
                     (json_int_t)p->overrun, "median",
                     record_real(p->parts[PART_TIME].median), "min",
                     record_real(p->min), "max", record_real(p->max));
    json_object_update_new(gave, pass_json(w->res, p));
    json_object_update_new(record, gave);
    return record;
}
