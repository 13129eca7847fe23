/* registry.h: the mirrors of this process by address, for fault handlers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_REGISTRY_H
#define REFNUMA_REGISTRY_H

#include "algos/refnuma/mirror.h"

/* Any thread. 0 or -ENOMEM. */
int rn_registry_add(struct rn_mirror *m);
void rn_registry_remove(struct rn_mirror *m);

/* The mirror whose `user` has the address, if this process has added it and not
 * the one it was forked from; or NULL. Async-signal-safe. */
struct rn_mirror *rn_registry_find(const void *address);

#endif /* REFNUMA_REGISTRY_H */
