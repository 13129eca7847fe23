/* bracket.c: reads a timer together with CLOCK_MONOTONIC_RAW. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timers/bracket.h"

#include <time.h>

enum { TRIES = 64 };

int64_t raw_now(void)
{
    struct timespec ts;

    if (clock_gettime(CLOCK_MONOTONIC_RAW, &ts) != 0)
        return 0;
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

struct bracket bracket_take(ticks_t (*read)(void))
{
    struct bracket best = {0};

    for (int i = 0; i < TRIES; i++) {
        int64_t before = raw_now();
        ticks_t t = read();
        int64_t after = raw_now();
        double width = (double)(after - before);

        if (i > 0 && width >= best.width)
            continue;
        best.ticks = t;
        best.raw = (double)before + width / 2;
        best.width = width;
    }
    return best;
}

double bracket_rate(const struct bracket *from, const struct bracket *to)
{
    return (double)(to->ticks - from->ticks) / (to->raw - from->raw) * 1e9;
}
