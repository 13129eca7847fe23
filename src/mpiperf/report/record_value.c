/* record_value.c: what records are made of: figures, or null. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/record.h"

bool record_is(const json_t *record, const char *type)
{
    const char *is = json_string_value(json_object_get(record, "type"));

    return is != NULL && strcmp(is, type) == 0;
}

char *record_line(const json_t *record, size_t digits)
{
    char *line = json_line(record, JSON_COMPACT | JSON_REAL_PRECISION(digits));
    char *whole = xasprintf("%s\n", line);

    free(line);
    return whole;
}

json_t *record_real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *record_interval(double lo, double hi)
{
    if (!isfinite(lo) || !isfinite(hi))
        return json_null();
    return json_pack("[ff]", lo, hi);
}

void record_add_memory(json_t *to, const struct options *o)
{
    static const char *const numa[] = {
        [NUMA_LOCAL] = "local",
        [NUMA_INTERLEAVE] = "interleave",
        [NUMA_NODE] = "node",
    };

    json_object_set_new(to, "align", json_integer((json_int_t)o->how.align));
    json_object_set_new(to, "hugepages", json_boolean(o->how.hugepages));
    if (o->how.shared_memory)
        json_object_set_new(to, "memory", json_string("shared"));
    json_object_set_new(to, "numa", json_string(numa[o->how.numa]));
    if (o->how.numa == NUMA_NODE)
        json_object_set_new(to, "numa_node", json_integer(o->how.numa_node));
}

bool result_has_figures(const struct result *res)
{
    return res->reason == NULL && res->all.valid > 0;
}

const char *result_cause(const struct result *res)
{
    if (res->reason != NULL)
        return res->reason;
    return res->all.valid == 0 ? "no valid launch" : NULL;
}

double result_oneway(const struct result *res, int end)
{
    int i = 0;

    while (gauges[i] != &gauge_oneway)
        i++;
    return res->npasses == 0
               ? NAN
               : res->passes[end ? res->npasses - 1 : 0].gauge[i][end];
}

/* The longer the time, the lower the rate. */
static struct rate rate_of(const struct result *res, double amount)
{
    const struct summary *s = &res->time.summary;

    if (!result_has_figures(res) || amount <= 0.0)
        return (struct rate){NAN, NAN, NAN};
    return (struct rate){amount / s->median, amount / s->median_hi,
                         amount / s->median_lo};
}

struct rate result_bandwidth(const struct result *res)
{
    return rate_of(res, res->traffic.bytes);
}

struct rate result_message_rate(const struct result *res)
{
    return rate_of(res, res->traffic.messages);
}
