/* noise.c: find the detours of a loop that only reads the clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The selfish-detour idea: a rank that does nothing but read its clock sees
 * every interrupt, every other process and every pause of a virtual machine
 * as a gap between two readings.
 */
#include "mpiperf/check/noise.h"

enum { GAP_READS = 10 };
static const double gap_min = 1e-6;

void noise_measure(const struct clock *clock, double read_cost, double seconds,
                   struct noise *out)
{
    double gap =
        GAP_READS * read_cost > gap_min ? GAP_READS * read_cost : gap_min;
    ticks_t threshold = clock_ticks(clock, gap), lost = 0, longest = 0;
    ticks_t start = clock_read(clock), last = start, now = start;
    ticks_t end = start + clock_ticks(clock, seconds);
    long detours = 0;

    while (now < end) {
        now = clock_read(clock);
        if (now - last > threshold) {
            detours++;
            lost += now - last;
            longest = now - last > longest ? now - last : longest;
        }
        last = now;
    }
    *out = (struct noise){
        .share = (double)lost / (double)(now - start),
        .longest = clock_seconds(clock, longest),
        .rate = (double)detours / clock_seconds(clock, now - start),
    };
}
