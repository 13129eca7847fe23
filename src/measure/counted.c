/* counted.c: which launches of a turn count, into its row. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/counted.h"

#include <math.h>

struct counted {
    const struct control *c;
    bool counts[TURN_MAX];
    size_t n;
};

static void add_count(struct result *r, enum launch_status status, double t,
                      bool counts)
{
    r->late += status == LAUNCH_LATE;
    r->overrun += status == LAUNCH_OVERRUN;
    if (!counts)
        return;
    r->fastest = r->valid == 0 ? t : fmin(r->fastest, t);
    r->slowest = r->valid == 0 ? t : fmax(r->slowest, t);
    r->valid++;
}

/* A value of each launch. To the paper's letter those that are missing say
 * nothing. */
static void add_values(struct series *s, const struct counted *k,
                       const double *x)
{
    if (!k->c->o->paper)
        series_add_turn(s, x, k->counts, k->n, k->c->round);
    for (size_t i = 0; k->c->o->paper && i < k->n; i++)
        if (k->counts[i])
            series_add(s, x[i], k->c->round);
}

/* In a launch that does not count, since ranks began late, those who were there
 * may have waited: its time is taken from when the last one had begun. */
static void add_times(struct result *r, const struct counted *k,
                      const struct launch_times *launch)
{
    double time[TURN_MAX], before[TURN_MAX], span[SPANS][TURN_MAX];

    for (size_t i = 0; i < k->n; i++) {
        const struct launch_times *l = &launch[i];
        double own = l->end - l->last;

        time[i] = (k->counts[i] ? l->duration : own) / k->c->repeats;
        before[i] = l->before;
        span[SPAN_GLOBAL][i] = (l->end - l->first) / k->c->repeats;
        span[SPAN_AFTER_LAST][i] = own / k->c->repeats;
        span[SPAN_SKEW][i] = l->last - l->first;
    }
    add_values(&r->times, k, time);
    add_values(&r->before.times, k, before);
    for (int i = 0; i < SPANS; i++)
        add_values(&r->spans[i].times, k, span[i]);
}

static void add_figure(struct result *r, const struct counted *k,
                       const struct launch_times *launch, size_t figure)
{
    double x[TURN_MAX];

    for (size_t i = 0; i < k->n; i++)
        x[i] = launch[i].figures[figure] / k->c->repeats;
    add_values(&r->figures[figure].part.times, k, x);
}

uint64_t counted_add(const struct control *c, struct result *r,
                     const struct launch_times *launch, size_t n)
{
    struct counted k = {.c = c, .n = n};
    uint64_t all = 0;

    for (size_t i = 0; i < n; i++) {
        enum launch_status status = launch_status(&launch[i], c->tolerance);

        k.counts[i] = launch_counts(status, c->o->paper);
        all |= (uint64_t)k.counts[i] << i;
        r->set_back = fmax(r->set_back, launch[i].set_back);
        add_count(r, status, launch[i].duration / c->repeats, k.counts[i]);
    }
    add_times(r, &k, launch);
    for (size_t i = 0; i < r->nfigures; i++)
        if (r->figures[i].figure->launch)
            add_figure(r, &k, launch, i);
    return all;
}
