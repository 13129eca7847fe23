/* double_ring.c: rings that take longer, for programs linked with
 * --wrap=sb_ring_send and --wrap=sb_ring_receive. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../auto/transfer.h"
#include "double.h"

__typeof__(sb_ring_send) __real_sb_ring_send, __wrap_sb_ring_send;
__typeof__(sb_ring_receive) __real_sb_ring_receive, __wrap_sb_ring_receive;

int __wrap_sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st,
                        size_t nbytes, size_t size)
{
    double_slow("DOUBLE_RING");
    return __real_sb_ring_send(h, st, nbytes, size);
}

void __wrap_sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                            const struct sb_slot *slot)
{
    __real_sb_ring_receive(h, r, slot);
    double_slow("DOUBLE_RING");
}
