/* learned_file.h: what was learned, in a file that several ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARNED_FILE_H
#define SHMBCAST_AUTO_LEARNED_FILE_H

#include "learn.h"

/*
 * The key is of sb_learned_key(). 0, or a negative errno and [*why], which is
 * valid until the thread's next call; a file that is malformed anywhere, longer
 * than 1 MiB or no regular one, which a symbolic link is not, is neither read
 * nor replaced.
 */

/* Replaces *l, but for the samples of its states. As it was if there is no
 * file, or nothing in it for the key: 0 too. */
int sb_learned_file_read(const char *path, const char *key,
                         struct sb_learned *l, const char **why);

/* Brings *l together with the key's section (sb_learned_merge()); all others
 * stay, but for the oldest beyond 256 or 1 MiB. Any number of processes of one
 * machine may write at the same time; of those on several, by way of a network,
 * one may get lost. */
int sb_learned_file_write(const char *path, const char *key,
                          const struct sb_learned *l, const char **why);

#endif /* SHMBCAST_AUTO_LEARNED_FILE_H */
