/* ring.h: messages through a ring of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_RING_H
#define SHMBCAST_AUTO_RING_H

#include "handle.h"

/* Round a ring of [size] bytes: h->ring, or sb_ring_part(). */
int sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 size_t size);
void sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

#endif /* SHMBCAST_AUTO_RING_H */
