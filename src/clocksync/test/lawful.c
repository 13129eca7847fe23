/* lawful.c: timers with known offsets and rates, for tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/test/lawful.h"

#include "timers/timers.h"

static ticks_t lawful_read(void);

const struct timer timer_lawful = {
    .name = "lawful",
    .scope = TIMER_NODE,
    .read = lawful_read,
};

const struct timer timer_private = {
    .name = "private",
    .scope = TIMER_PROCESS,
    .read = lawful_read,
};

static struct law obeyed;

void law_obey(const struct law *w)
{
    obeyed = *w;
}

static ticks_t lawful_read(void)
{
    ticks_t t = timer_monotonic.read();

    return t + obeyed.offset +
           (ticks_t)((double)(t - obeyed.base) * obeyed.drift);
}

double law_offset(const struct law *own, const struct law *zero, double local)
{
    double since = (local * 1e9 - (double)own->offset - (double)own->base) /
                   (1 + own->drift);

    return ((double)(zero->offset - own->offset) +
            since * (zero->drift - own->drift)) *
           1e-9;
}

double law_slope(const struct law *own, const struct law *zero)
{
    return (1 + zero->drift) / (1 + own->drift) - 1;
}
