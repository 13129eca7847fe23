/* look.h: calls that are looked at: what their way took. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LOOK_H
#define SHMBCAST_AUTO_LOOK_H

#include "handle.h"

/* The root's, as it chooses: takes the times of the last look if they are
 * here. */
void sb_look_take(struct shmbcast_auto *h);

/* The root's, as a call that is looked at ends, which began at [begin], ns. */
void sb_look_end(struct shmbcast_auto *h, struct sb_row *row, enum sb_way way,
                 uint64_t begin);

/* A reader's, as a call of [root] ends that is looked at: since [arrived], ns,
 * or since the root began if that is 0. */
void sb_look_tell(const struct shmbcast_auto *h, int root, uint64_t arrived);

#endif /* SHMBCAST_AUTO_LOOK_H */
