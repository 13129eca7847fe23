/* record_stays.c: values of the fields of a `case`: what was found in which
 * state of the machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record_get.h"

static json_t *levels_array(const struct stays *s, int gauge)
{
    json_t *a = json_array();

    for (size_t i = 0; i < s->n; i++)
        json_array_append_new(a, record_real(s->v[i].level[gauge]));
    return a;
}

json_t *record_stays_of(const struct stays *s)
{
    json_t *at = json_array(), *rounds = json_array(), *estimate = json_array();
    json_t *all;

    for (size_t i = 0; i < s->n; i++) {
        json_array_append_new(at, record_real(s->v[i].at));
        json_array_append_new(rounds, json_integer(s->v[i].rounds));
        json_array_append_new(estimate, record_real(s->v[i].estimate));
    }
    all = json_pack("{s:o, s:o, s:o}", "at", at, "rounds", rounds, "estimate",
                    estimate);
    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            json_object_set_new(all, gauges[i]->name, levels_array(s, i));
    return all;
}

json_t *record_stays(const struct row *w)
{
    return w->res->watched ? record_stays_of(&w->res->stays) : NULL;
}

json_t *record_mixed_rounds(const struct row *w)
{
    return w->res->watched ? json_integer(w->res->stays.mixed) : NULL;
}

json_t *record_watch_seconds(const struct row *w)
{
    return w->res->watched ? json_real(w->res->watch_seconds) : NULL;
}

/* How many of n stretches are kept. */
static size_t count_kept(size_t n, unsigned thinned)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        kept += stays_keep(i, thinned);
    return kept;
}

/* No more than a row keeps that was not resumed; of rivals the same ones. */
static void stays_thin(json_t *stays)
{
    size_t n = json_array_size(json_object_get(stays, "at"));
    unsigned thinned = 0;
    const char *name;
    json_t *series;

    while (count_kept(n, thinned) > STAYS_MOST)
        thinned++;
    if (thinned == 0)
        return;
    json_object_foreach(stays, name, series)
    {
        for (size_t i = n; i-- > 0;)
            if (!stays_keep(i, thinned))
                json_array_remove(series, i);
    }
}

json_t *record_stays_joined(const json_t *visits)
{
    json_t *all = NULL, *visit, *series;
    const char *name;
    size_t i;

    json_array_foreach(visits, i, visit)
    {
        json_t *stays = json_object_get(visit, "stays");

        if (all == NULL && json_is_object(stays))
            all = json_deep_copy(stays);
        else
            json_object_foreach(stays, name, series)
                json_array_extend(json_object_get(all, name), series);
    }
    stays_thin(all);
    return all != NULL ? all : json_null();
}
