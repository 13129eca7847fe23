/* gauge_oneway.c: gauge `oneway`: how long a cache line takes from one rank to
 * its neighbour. It shows how far the two cores are apart at the moment. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/machine/gauge.h"

enum {
    TRIPS = 16, /* a reading: 2 to 8 microseconds on one machine */
    GLANCES = 3,
    GLANCE_TRIPS = 2, /* of each */
};

static double oneway_read(struct neighbours *n);
static double oneway_glance(struct neighbours *n);

const struct gauge gauge_oneway = {
    .name = "oneway",
    .unit = "s",
    .help = "a cache line to the neighbouring rank: half of a trip there and "
            "back, mean of 16",
    .work = "a cache line to the next rank",
    .read = oneway_read,
    .glance = oneway_glance,
    .factor = 1.5,
    .low = "near",
    .high = "far",
};

/* The smallest of so many times. The first trip waits for the other side to
 * come. */
static double trips_first(struct line_side *s, int times, int trips)
{
    double least = trip_send(s) ? INFINITY : NAN;

    for (int i = 0; i < times && !isnan(least); i++) {
        double t = trips_time(s, trips);

        least = isnan(t) ? NAN : fmin(least, t);
    }
    return least < LINE_SLOWEST ? least : NAN;
}

static double oneway_first(struct pair *p, struct line_side *s, void *context)
{
    (void)p, (void)context;
    return trips_first(s, 1, TRIPS);
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

static double glance_first(struct pair *p, struct line_side *s, void *context)
{
    (void)p, (void)context;
    return trips_first(s, GLANCES, GLANCE_TRIPS);
}

static double glance_second(struct pair *p, struct line_side *s, void *context)
{
    (void)p, (void)context;
    return trips_return(s, 1 + GLANCES * GLANCE_TRIPS) ? 0 : NAN;
}

static double oneway_glance(struct neighbours *n)
{
    return neighbours_meet(n, glance_first, glance_second, NULL);
}
