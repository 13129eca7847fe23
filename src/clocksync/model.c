/* model.c: makes a model from one pair's result; bounds on the errors of
 * models. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/model.h"

#include <math.h>

struct clock_model model_of_pair(const struct pair_offset *p)
{
    return (struct clock_model){
        .epoch = p->epoch,
        .offset = p->offset,
        .slope_bound = p->exchanges > 0 ? PAIR_MAX_DRIFT : 0,
        .uncertainty = pair_bound(p),
    };
}

double clock_slope_bound(const struct clock_model *m, double local)
{
    double away = fabs(local - m->epoch);

    return m->slope_bound + (m->slope_bound > 0 ? PAIR_MAX_RAMP * away : 0);
}

double clock_bound(const struct clock_model *m, double local)
{
    double away = fabs(local - m->epoch);

    return m->uncertainty +
           (m->slope_bound + clock_slope_bound(m, local)) / 2 * away;
}
