/* record_parts.c: phases of a launch, and what an operation's overlap is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record.h"

static json_t *part_json(const struct summary *s)
{
    return json_pack("{s:o, s:o}", "median", record_real(s->median), "ci",
                     record_interval(s->median_lo, s->median_hi));
}

json_t *record_parts(const struct report *r, const struct result *res)
{
    json_t *parts = json_object();

    (void)r;
    for (size_t i = 0; i < res->nfigures; i++)
        if (res->figures[i].figure->launch)
            json_object_set_new(parts, res->figures[i].figure->name,
                                part_json(&res->figures[i].part.summary));
    if (json_object_size(parts) > 0)
        return parts;
    json_decref(parts);
    return NULL;
}

json_t *record_figures(const struct report *r, const struct result *res)
{
    json_t *figures = json_object();

    (void)r;
    for (size_t i = 0; i < res->nfigures; i++)
        if (!res->figures[i].figure->launch)
            json_object_set_new(figures, res->figures[i].figure->name,
                                record_real(res->figures[i].value));
    if (json_object_size(figures) > 0)
        return figures;
    json_decref(figures);
    return NULL;
}

/* hidden = 1 - (total - compute) / pure */
json_t *record_overlap(const struct report *r, const struct result *res)
{
    json_t *overlap;

    (void)r;
    if (!res->has_alone || res->baseline == NULL)
        return NULL;
    overlap = json_pack("{s:o, s:o, s:o, s:o, s:o}", "compute",
                        record_real(res->alone.summary.median), "pure",
                        record_real(res->baseline->summary.median), "total",
                        record_real(res->summary.median), "hidden",
                        record_real(res->hidden.ratio), "ci",
                        record_interval(res->hidden.lo, res->hidden.hi));
    json_object_set(overlap, "tests", json_object_get(res->params, "tests"));
    return overlap;
}
