/* learned_text.h: what was learned as a table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARNED_TEXT_H
#define SHMBCAST_AUTO_LEARNED_TEXT_H

#include "learn.h"

/*
 * Lines of at most 78 characters, each ended; malloced, NULL without memory. A
 * table for each state and kind of message that there was; of every class of
 * sizes, the best way and the next: their times, how often they were timed, and
 * whether learning is over. Empty without calls.
 */
char *sb_learned_text(const struct sb_learned *l);

#endif /* SHMBCAST_AUTO_LEARNED_TEXT_H */
