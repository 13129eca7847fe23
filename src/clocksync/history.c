/* history.c: combines models of one clock from different times.
 *
 * The errors of two offsets do not depend on the time between them, so a longer
 * time gives a better slope, until the clock's rate changes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/history.h"

#include <string.h>

static void history_begin(struct history *h, const struct clock_model *m)
{
    h->n = 0;
    h->known = (struct drift_known){m->slope, m->slope_bound};
}

/* Drops the oldest `count` offsets, and the slope known at the oldest. */
static void history_forget(struct history *h, int count)
{
    if (count <= 0)
        return;
    h->n -= count;
    memmove(h->points, h->points + count, (size_t)h->n * sizeof(*h->points));
    h->known = (struct drift_known){0, PAIR_MAX_DRIFT};
}

/* Returns how many offsets to drop when an offset at time `now` is added. */
static int history_outdated(const struct history *h, double now)
{
    int count = h->n == HISTORY_POINTS;

    while (count < h->n - 1 && now - h->points[count].epoch > HISTORY_SECONDS)
        count++;
    return count;
}

static struct pair_offset point_of_model(const struct clock_model *m)
{
    return (struct pair_offset){
        .offset = m->offset,
        .epoch = m->epoch,
        .rtt = 2 * m->uncertainty,
        .lo = m->offset - m->uncertainty,
        .hi = m->offset + m->uncertainty,
        .exchanges = 1,
    };
}

bool history_add(struct history *h, struct clock_model *m)
{
    struct clock_model made = *m;
    bool even;

    history_forget(h, history_outdated(h, m->epoch));
    if (h->n == 0 || m->slope_bound == 0)
        history_begin(h, m);
    h->points[h->n++] = point_of_model(m);
    if (h->n == 1)
        return true;
    even = drift_extend(h->points, h->n, &h->known, &made);
    if (even) {
        made.residual = m->residual;
        *m = made;
    } else {
        history_begin(h, m);
        h->points[h->n++] = point_of_model(m);
    }
    return even;
}
