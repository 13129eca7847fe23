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
    json_t *parts;

    (void)r;
    if (res->nparts == 0)
        return NULL;
    parts = json_object();
    for (size_t i = 0; i < res->nparts; i++)
        json_object_set_new(parts, res->algo->parts[i],
                            part_json(&res->parts[i].summary));
    return parts;
}

/* hidden = 1 - (total - compute) / pure */
json_t *record_overlap(const struct report *r, const struct result *res)
{
    json_t *overlap;

    (void)r;
    if (!res->has_alone || res->rival == NULL)
        return NULL;
    overlap = json_pack("{s:o, s:o, s:o, s:o, s:o}", "compute",
                        record_real(res->alone.summary.median), "pure",
                        record_real(res->rival->summary.median), "total",
                        record_real(res->summary.median), "hidden",
                        record_real(res->hidden.ratio), "ci",
                        record_interval(res->hidden.lo, res->hidden.hi));
    json_object_set(overlap, "tests", json_object_get(res->params, "tests"));
    return overlap;
}
