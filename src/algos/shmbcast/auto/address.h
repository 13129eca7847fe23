/* address.h: where a buffer is, for all ranks, and copies from and to it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_ADDRESS_H
#define SHMBCAST_AUTO_ADDRESS_H

#include "handle.h"

/* Where [n] bytes at [at] are: in a region if all of them are in one part. */
struct sb_address sb_address_of(const struct shmbcast_auto *h, const void *at,
                                size_t n);

/* The same memory here, or NULL if it is private to its rank. */
char *sb_address_map(const struct shmbcast_auto *h,
                     const struct sb_address *there);

/*
 * Copy [n] bytes that are [offset] into a buffer of [rank], from or to memory
 * here; [stream]: past the caches. 0 or errno, then any of the bytes may have
 * been copied.
 */
int sb_address_read(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    void *to, size_t n, bool stream);
int sb_address_write(const struct shmbcast_auto *h,
                     const struct sb_address *there, int rank, size_t offset,
                     const void *from, size_t n, bool stream);

#endif /* SHMBCAST_AUTO_ADDRESS_H */
