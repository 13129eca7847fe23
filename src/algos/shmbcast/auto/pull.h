/* pull.h: messages straight from the root's buffer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PULL_H
#define SHMBCAST_AUTO_PULL_H

#include "handle.h"

/* How a message is cut and stored. */
struct sb_cut {
    bool fine; /* chunks of half the size */
    bool past; /* past the caches */
};

/* Can chunks of half the size be any smaller? */
bool sb_pull_fine(size_t nbytes, int nranks);

int sb_pull_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 const struct sb_address *address, struct sb_cut cut);
void sb_pull_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

#endif /* SHMBCAST_AUTO_PULL_H */
