/* model.c: the model of one exchange, and how wrong a model may be. */
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

double clock_bound(const struct clock_model *m, double local)
{
    return m->uncertainty + m->slope_bound * fabs(local - m->epoch);
}
