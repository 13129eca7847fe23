/* method_roundtime.c: method `roundtime`: every launch has a start time of its
 * own, sent out when the one before is over on all ranks.
 *
 * Hunold and Carpen-Amarie, CLUSTER 2018. No slot has to be guessed: a slow
 * launch delays the next one and spoils none. What it costs is a broadcast and
 * a barrier a launch, and caches that have seen both. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "measure/method.h"

static int roundtime_begin(struct schedule *s, int i, double *start)
{
    int rc;

    (void)i;
    *start = clock_global_now(s->model, s->clock) + s->lead;
    rc = MPI_Bcast(start, 1, MPI_DOUBLE, 0, s->control);
    s->message = fmax(s->message, clock_global_now(s->model, s->clock) -
                                      (*start - s->lead));
    return rc;
}

/* Nobody's next message while another rank is in the launch. (The published
 * one lets a reduction carry who was late; here the end of the turn does.) */
static int roundtime_end(struct schedule *s)
{
    return MPI_Barrier(s->control);
}

const struct method method_roundtime = {
    .name = "roundtime",
    .help = "each launch at a time sent out when the last one is over",
    .scheduled = true,
    .begin = roundtime_begin,
    .end = roundtime_end,
};
