/* place.h: a buffer as other ranks can reach it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_PLACE_H
#define SHMBCAST_AUTO_PLACE_H

#include "handle.h"

/* Where [n] bytes at [at] are: in a region if all of them are in one part. */
struct sb_place sb_place_of(const struct shmbcast_auto *h, const void *at,
                            size_t n);

/* The same memory here, or NULL if it is private to its rank. */
char *sb_place_map(const struct shmbcast_auto *h, const struct sb_place *place);

/*
 * Copy [n] bytes that are [offset] into the place, of [rank], from or to memory
 * here; [stream]: past the caches. 0 or errno, then any of the bytes may have
 * been copied.
 */
int sb_place_read(const struct shmbcast_auto *h, const struct sb_place *place,
                  int rank, size_t offset, void *to, size_t n, bool stream);
int sb_place_write(const struct shmbcast_auto *h, const struct sb_place *place,
                   int rank, size_t offset, const void *from, size_t n,
                   bool stream);

#endif /* SHMBCAST_AUTO_PLACE_H */
