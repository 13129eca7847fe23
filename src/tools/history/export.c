/* export.c: the last night, for programs that keep a history of their own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/history/history.h"

/* Values have six significant digits. */
enum { DIGITS = 6 };

/* Bencher's measure `latency` is in nanoseconds. */
static void put_bmf(json_t *all, const char *name, double seconds,
                    double scatter)
{
    json_t *metric = json_pack("{s:f}", "value", 1e9 * seconds);

    if (!isnan(scatter))
        json_object_update_new(metric, json_pack("{s:f, s:f}", "lower_value",
                                                 1e9 * seconds * exp(-scatter),
                                                 "upper_value",
                                                 1e9 * seconds * exp(scatter)));
    json_object_set_new(all, name, json_pack("{s:o}", "latency", metric));
}

static void put_github(json_t *all, const char *name, double seconds,
                       double scatter, const char *night)
{
    char *range =
        isnan(scatter) ? NULL : xasprintf("%.2g", 1e6 * seconds * scatter);

    json_array_append_new(
        all, json_pack("{s:s, s:s, s:f, s:s*, s:s}", "name", name, "unit", "us",
                       "value", 1e6 * seconds, "range", range, "extra", night));
    free(range);
}

char *history_export(const struct history *h, enum export format)
{
    json_t *all = format == EXPORT_BMF ? json_object() : json_array();
    size_t last = h->nights - 1;
    char *text;

    for (size_t i = 0; i < h->n; i++) {
        const struct track *track = &h->v[i];
        char *name = xasprintf("%s: %s", track->what, track->name);
        double seconds = exp(track->x[last]);

        if (isnan(seconds))
            ;
        else if (format == EXPORT_BMF)
            put_bmf(all, name, seconds, track->scatter);
        else
            put_github(all, name, seconds, track->scatter, h->night[last].name);
        free(name);
    }
    text = json_line(all, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
    json_decref(all);
    return text;
}
