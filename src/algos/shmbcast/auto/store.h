/* store.h: what the process has learned, for its next handle of the same
 * ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_STORE_H
#define SHMBCAST_AUTO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "learn.h"

/* As many sets of ranks are remembered. */
enum { SB_STORE_MAX = 16 };

/* For whom it was learned, and with which ring and groups. */
struct sb_store_key {
    const pid_t *pids; /* of the ranks, in order */
    int size, rank;    /* how many they are; this one */
    size_t ring;       /* bytes */
    int group;
};

/* Any thread may call these. */

/* A copy, to be freed: *to has been zero or freed. False if there is none, or
 * no memory: *to is empty. */
bool sb_store_get(const struct sb_store_key *key, struct sb_learned *to);

/* Takes over what is in *from, which is empty afterwards, together with what is
 * there for the key (sb_learned_merge()), or in place of what nobody has used
 * for longest. Without memory it is freed. */
void sb_store_put(const struct sb_store_key *key, struct sb_learned *from);

#endif /* SHMBCAST_AUTO_STORE_H */
