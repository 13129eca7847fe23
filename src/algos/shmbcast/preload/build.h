/* build.h: find out which way the broadcasts of a communicator go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_BUILD_H
#define PRELOAD_BUILD_H

#include "channel.h"

/* Collective over the channel's communicator. Sets its outcome, the same on all
 * ranks, and makes what that needs. */
void build(struct channel *ch, const struct settings *settings);

/* Free what build() made. Does not wait for other ranks. */
void build_undo(struct channel *ch);

#endif /* PRELOAD_BUILD_H */
