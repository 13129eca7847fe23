/* pull.h: messages straight from the root's buffer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PULL_H
#define SHMBCAST_AUTO_PULL_H

#include "handle.h"

int sb_pull_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 const struct sb_address *address);
void sb_pull_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

#endif /* SHMBCAST_AUTO_PULL_H */
