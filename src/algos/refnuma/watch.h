/* watch.h: write protection by userfaultfd, of any memory that is registered.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_WATCH_H
#define REFNUMA_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include "algos/refnuma/extents.h"
#include "algos/refnuma/uffd.h"

/* All 0 or a negative errno. Registers memory for watching; `missing`: and its
 * pages that are not there raise SIGBUS, or events. */
int rn_watch_register(const struct rn_uffd *u, const char *start, size_t bytes,
                      bool missing);

/* Pages from now on write-protected, or no longer. */
int rn_watch_set(const struct rn_uffd *u, const char *start, size_t bytes,
                 bool on);

/* Appends what was written of `bytes` behind base + first pages since it was
 * protected; that is protected again. With -ENOMEM some may be lost. */
int rn_watch_written(const struct rn_uffd *u, const char *base, size_t page,
                     uint64_t first, uint64_t end, struct rn_extents *written);

#endif /* REFNUMA_WATCH_H */
