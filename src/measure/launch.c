/* launch.c: whether a launch counts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/launch.h"

double launch_late(bool paper, double ready, double began)
{
    return paper && ready <= 0 ? 0 : began;
}

enum launch_status launch_status(const struct launch_times *t, double tolerance)
{
    if (t->set_back > 0 || t->late > tolerance)
        return LAUNCH_LATE;
    return t->overrun > 0 ? LAUNCH_OVERRUN : LAUNCH_VALID;
}

bool launch_counts(enum launch_status s, bool paper)
{
    return s == LAUNCH_VALID || (s == LAUNCH_OVERRUN && !paper);
}
