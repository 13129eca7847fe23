/* gauge_oneway.c: gauge `oneway`: how long a cache line takes from one rank to
 * its neighbour. It shows how far the two cores are apart at the moment. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/machine/gauge.h"

enum { TRIPS = 16 }; /* a reading: 2 to 8 microseconds on one machine */

static double oneway_read(struct neighbours *n);

const struct gauge gauge_oneway = {
    .name = "oneway",
    .unit = "s",
    .help = "a cache line to the neighbouring rank: half of a trip there and "
            "back, mean of 16",
    .read = oneway_read,
};

/* The first trip waits for the other side to come. */
static double oneway_first(struct pair *p, struct line_side *s, void *context)
{
    double t = trip_send(s) ? trips_time(s, TRIPS) : NAN;

    (void)p, (void)context;
    return t < LINE_SLOWEST ? t : NAN;
}

static double oneway_second(struct pair *p, struct line_side *s, void *context)
{
    (void)p, (void)context;
    return trips_return(s, 1 + TRIPS) ? 0 : NAN;
}

static double oneway_read(struct neighbours *n)
{
    return neighbours_meet(n, oneway_first, oneway_second, NULL);
}
