/* options_check.c: do options go together? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/msgsched.h"

#include <errno.h>
#include <math.h>

#include "algos/param.h"

/* Wire messages are counted in bytes by an int. */
static const int64_t WIRE_MAX = INT64_C(1) << 30;

static bool within(int value, int most)
{
    return value >= 0 && value <= most;
}

static bool words_known(const struct msgsched_options *o)
{
    return within(o->schedule, MSGSCHED_BOTH) &&
           within(o->dist, MSGSCHED_DIST_NONE) &&
           within(o->heavy, MSGSCHED_HEAVY_LAST) &&
           within(o->weight, MSGSCHED_WEIGHT_PROSE) &&
           within(o->intra, MSGSCHED_INTRA_PLAIN) &&
           within(o->across, MSGSCHED_ROUND_ROBIN) &&
           within(o->scope, MSGSCHED_SCOPE_NODE) &&
           within(o->progress, MSGSCHED_EAGER);
}

static bool alpha_grows(double alpha)
{
    return alpha == MSGSCHED_ALPHA_FORMULA || alpha == MSGSCHED_ALPHA_BALANCE ||
           (alpha > 1.0 && isfinite(alpha));
}

int msgsched_options_check(const struct msgsched_options *o, const char **why)
{
    if (!words_known(o))
        return al_refuse(-EINVAL, why, "an option is none of its values");
    if (!alpha_grows(o->alpha))
        return al_refuse(-EINVAL, why, "alpha is not above 1");
    if (o->wmax < 1 || o->wmax > WIRE_MAX)
        return al_refuse(-EINVAL, why, "wmax is not between 1 byte and 1 GiB");
    if (o->wmin < 0 || o->wmin > o->wmax)
        return al_refuse(-EINVAL, why, "wmin is not between 0 and wmax");
    if (o->fixed < 1 || o->fixed > WIRE_MAX)
        return al_refuse(-EINVAL, why, "fixed is not between 1 byte and 1 GiB");
    if (o->tcopy < 0 && o->tcopy != MSGSCHED_MEASURED)
        return al_refuse(-EINVAL, why, "tcopy is negative");
    if (o->inflight < 0)
        return al_refuse(-EINVAL, why, "inflight is negative");
    if (o->throttle < 1)
        return al_refuse(-EINVAL, why, "throttle is not positive");
    if (o->senders < 1)
        return al_refuse(-EINVAL, why, "senders is not positive");
    return 0;
}
