/* distance.h: how far are the other ranks, now? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_DISTANCE_H
#define SHMBCAST_AUTO_DISTANCE_H

#include "handle.h"

/* When the handle is made, by each rank for itself. */
void sb_distance_init(struct shmbcast_auto *h);

/* The state of the machine. By the root, as it chooses; now and then it
 * measures how long a line takes from another rank. Calls of late take
 * [call_ns], 0 if nobody knows. */
unsigned sb_distance_state(struct shmbcast_auto *h, uint32_t call_ns);

/* As a call ends: writes the line that roots read. */
static inline void sb_distance_mark(const struct shmbcast_auto *h)
{
    /* release: what the call's look has told comes before; pairs with look.c */
    atomic_store_explicit(&h->mine->mark, h->op, memory_order_release);
}

#endif /* SHMBCAST_AUTO_DISTANCE_H */
