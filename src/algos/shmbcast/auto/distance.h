/* distance.h: do ranks share a cache? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_DISTANCE_H
#define SHMBCAST_AUTO_DISTANCE_H

#include "handle.h"

/* When the handle is made, by each rank for itself. */
void sb_distance_init(struct shmbcast_auto *h);

/* Are all others near? By the root, as a call begins; now and then it measures
 * how long a line takes from another rank. */
bool sb_distance_near(struct shmbcast_auto *h);

/* As a call ends: writes the line that roots read. */
static inline void sb_distance_mark(const struct shmbcast_auto *h)
{
    /* relaxed: nothing follows from it but a choice */
    atomic_store_explicit(&h->mine->mark, h->op, memory_order_relaxed);
}

#endif /* SHMBCAST_AUTO_DISTANCE_H */
