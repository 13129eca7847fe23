/* export.c: the last night, for programs that keep a history of their own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/history/history.h"

/* Values have six significant digits. */
enum { DIGITS = 6 };

/* Adds each case of the last night by put(); returns the JSON text. */
static char *export(const struct history *h, json_t *all,
                    void (*put)(json_t *all, const char *name, double seconds,
                                double scatter, const char *night))
{
    char *text, *lines;

    for (size_t i = 0; i < h->n; i++) {
        const struct track *track = &h->v[i];
        double x = track->x[h->nights - 1];
        char *name;

        if (isnan(x))
            continue;
        name = xasprintf("%s: %s", track->what, track->name);
        put(all, name, exp(x), track->scatter, h->night[h->nights - 1].name);
        free(name);
    }
    text = json_line(all, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
    lines = xasprintf("%s\n", text);
    free(text);
    json_decref(all);
    return lines;
}

/* Bencher's measure `latency` is in nanoseconds. */
static void put_bmf(json_t *all, const char *name, double seconds,
                    double scatter, const char *night)
{
    json_t *metric = json_object();

    (void)night;
    json_object_set_new(metric, "value", json_real(1e9 * seconds));
    if (!isnan(scatter)) {
        json_object_set_new(metric, "lower_value",
                            json_real(1e9 * seconds * exp(-scatter)));
        json_object_set_new(metric, "upper_value",
                            json_real(1e9 * seconds * exp(scatter)));
    }
    json_object_set_new(all, name, json_pack("{s:o}", "latency", metric));
}

char *export_bmf(const struct history *h)
{
    return export(h, json_object(), put_bmf);
}

static void put_github(json_t *all, const char *name, double seconds,
                       double scatter, const char *night)
{
    json_t *entry = json_object();
    char *range =
        isnan(scatter) ? NULL : xasprintf("%.2g", 1e6 * seconds * scatter);

    json_object_set_new(entry, "name", json_text(name));
    json_object_set_new(entry, "unit", json_string("us"));
    json_object_set_new(entry, "value", json_real(1e6 * seconds));
    if (range != NULL)
        json_object_set_new(entry, "range", json_string(range));
    json_object_set_new(entry, "extra", json_string(night));
    json_array_append_new(all, entry);
    free(range);
}

char *export_github(const struct history *h)
{
    return export(h, json_array(), put_github);
}
