/* tokens.h: how many ranks of a node send at a time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TOKENS_H
#define MSGSCHED_TOKENS_H

#include "plan.h"

#define MS_NO_TOKEN SIZE_MAX

/* Wire messages, by their numbers on each side, that are tokens: of no pieces.
 * MS_NO_TOKEN: none. */
struct ms_tokens {
    size_t in, out;
};

/*
 * For schedule throttle: the first `senders` ranks of a node send at once. When
 * all that such a rank sent is complete it hands its token to the rank so many
 * places behind it, which waits for that. Adds both to the set; its lists have
 * room for one more.
 */
void ms_tokens_add(struct ms_tokens *tokens, const struct msgsched_plan *plan,
                   struct ms_set *set);

#endif /* MSGSCHED_TOKENS_H */
