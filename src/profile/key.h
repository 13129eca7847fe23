/* key.h: makes keys from the arguments of collective calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_KEY_H
#define PROFILE_KEY_H

#include "algos/preload/arguments.h"
#include "profile/channel.h"
#include "profile/functions.h"

/* Returns the root; ROOT_NONE if the function has none. */
int key_root(const struct preload_call *c, const struct shape *s);

/* Returns the number of the call's key in the channel's log, which the caller
 * has locked; -1 if memory is exhausted. */
int64_t key_find(struct channel *ch, const struct preload_call *c,
                 const struct shape *s, int root);

/* Returns the text of key.spread, "equal" or "up to 4 times the mean"; NULL if
 * the function's blocks have one size. */
const char *key_spread_text(char buf[32], int spread);

#endif /* PROFILE_KEY_H */
