/* detect.c: is it cheaper to compare all twins or to watch for writes? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "detect.h"

static double limited(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

/* Comparing: pages * compare. Watching: ranges * range + pages * page
 * + dirty * (written + compare). To change: what is watched is protected, page
 * by page, or no longer. */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty)
{
    const struct rn_costs *c = &d->costs;
    double ask = (double)ranges * c->range + (double)pages * c->page;
    double found = c->written + c->compare;
    double watch = ask + (double)dirty * found;
    double compare = (double)pages * c->compare;

    d->balance =
        limited(d->balance + compare - watch, ask + (double)pages * found);
    if (d->watching ? d->balance >= -ask : d->balance <= ask)
        return false;
    d->watching = !d->watching;
    return true;
}

/* The last barriers count most, and no single one for much. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds)
{
    enum { WEIGHT = 8 };

    if (pages > 0)
        d->costs.compare +=
            (seconds / (double)pages - d->costs.compare) / WEIGHT;
}
