/* watch.c: what readings between rounds show, and when there is time for one.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/watch.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

size_t watched_covariates(struct covariate c[COVARIATES_MAX])
{
    size_t n = 0;

    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            c[n++] = (struct covariate){.name = gauges[i]->name,
                                        .low = gauges[i]->low,
                                        .high = gauges[i]->high,
                                        .factor = gauges[i]->factor};
    return n;
}

void watch_open(struct watch *w, double begun)
{
    *w = (struct watch){.on = true, .begun = begun};
}

void watch_visit(struct watch *w)
{
    w->n = 0;
}

void watch_close(struct watch *w)
{
    free(w->readings);
    *w = (struct watch){0};
}

/* The next one is expected to take what those before took. */
bool watch_is_due(const struct watch *w, bool within_visit, double seconds)
{
    double share = within_visit ? WATCH_SHARE_WITHIN : WATCH_SHARE;
    double each = w->taken > 0 ? w->charged / (double)w->taken : 0;

    return w->on && w->charged + each <= share * seconds;
}

/* Is there a level of each gauge that is watched? */
static bool is_known(const struct reading *r)
{
    return levels_agree(r->level, r->level);
}

void watch_add(struct watch *w, size_t round, const struct glance *g)
{
    struct reading *r;

    if ((w->n & (w->n - 1)) == 0) /* full at powers of two */
        w->readings = xreallocarray(w->readings, w->n > 0 ? 2 * w->n : 1,
                                    sizeof(*w->readings));
    r = &w->readings[w->n++];
    *r = (struct reading){.round = round, .at = g->ended - w->begun};
    for (int i = 0; i < GAUGES; i++)
        r->level[i] =
            g->level[i] > 0 && isfinite(g->level[i]) ? log(g->level[i]) : NAN;
    w->charged += is_known(r) ? fmin(g->seconds, WATCH_LONGEST) : WATCH_LOST;
    w->taken++;
}

bool levels_agree(const double *a, const double *b)
{
    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL &&
            !(fabs(a[i] - b[i]) <= AGREEMENT * log(gauges[i]->factor)))
            return false;
    return true;
}

static void stretch_add(struct watch_stretch *s, const struct reading *r)
{
    if (s->readings++ == 0)
        s->at = r->at;
    for (int i = 0; i < GAUGES; i++)
        s->level[i] += (r->level[i] - s->level[i]) / (double)s->readings;
}

size_t watch_stretches(const struct watch *w, struct watch_stretch *v, int *of)
{
    size_t n = 0;

    for (size_t i = 0; i < w->n; i++) {
        const struct reading *r = &w->readings[i], *last = r - 1;

        of[i] = NO_STRETCH;
        if (i == 0 || !levels_agree(r->level, last->level))
            continue;
        if (n == 0 || !levels_agree(v[n - 1].level, r->level) ||
            !levels_agree(v[n - 1].level, last->level))
            v[n++] = (struct watch_stretch){0};
        of[i] = (int)n - 1;
        if (of[i - 1] != of[i])
            stretch_add(&v[n - 1], last);
        stretch_add(&v[n - 1], r);
    }
    return n;
}
