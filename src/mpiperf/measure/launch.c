/* launch.c: whether a launch counts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/launch.h"

#include <math.h>

double launch_late(bool paper, double ready, double began)
{
    return paper && ready <= 0 ? 0 : began;
}

/* Ranks that wait for a late one take so much longer at most: of an operation's
 * time this is little enough. */
static const double late_share = 0.01;

enum launch_status launch_status(const struct launch_times *t, double tolerance)
{
    double late = tolerance > 0 ? fmax(tolerance, late_share * t->duration) : 0;

    if (t->set_back > 0 || t->late > late)
        return LAUNCH_LATE;
    return t->overrun > 0 ? LAUNCH_OVERRUN : LAUNCH_VALID;
}

bool launch_counts(enum launch_status s, bool paper)
{
    return s == LAUNCH_VALID || (s == LAUNCH_OVERRUN && !paper);
}
