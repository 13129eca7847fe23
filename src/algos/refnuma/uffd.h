/* uffd.h: userfaultfd of a context, and write protection by it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_UFFD_H
#define REFNUMA_UFFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "extents.h"

/*
 * userfaultfd with user mode only, asynchronous write protection and
 * PAGEMAP_SCAN, from Linux 6.7. `signal`: missing pages raise SIGBUS in the
 * thread that touches them; else they are events on `fd`, which a thread of
 * rn_remote (source.h) reads.
 */
struct rn_uffd {
    int fd, pagemap;
    bool signal;
};

/* 0, or a negative errno with *why, a constant string. */
int rn_uffd_open(struct rn_uffd *u, bool signal, const char **why);
void rn_uffd_close(struct rn_uffd *u);

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

/* Missing pages get their content, which appears at once; those that are there
 * stay. *copied: bytes, whole pages. With events, threads that wait for a page
 * are woken by the thread that serves them, after rn_mirror_opened() knows of
 * it: else they could be in the barrier before. */
int rn_uffd_copy(const struct rn_uffd *u, char *to, const char *from,
                 size_t bytes, size_t page, size_t *copied);
void rn_uffd_wake(const struct rn_uffd *u, const char *start, size_t bytes);

#endif /* REFNUMA_UFFD_H */
