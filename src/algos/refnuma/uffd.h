/* uffd.h: a context's userfaultfd, and write protection by it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_UFFD_H
#define REFNUMA_UFFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "extents.h"

/* A userfaultfd for faults in user mode, with asynchronous write protection and
 * PAGEMAP_SCAN, which need Linux 6.7. If `signal`, touching a missing page
 * raises SIGBUS in the thread; otherwise it is an event on `fd`, which the
 * thread of struct rn_remote (remote.c) reads. */
struct rn_uffd {
    int fd, pagemap;
    bool signal;
};

/* Returns 0, or a negative errno with a constant string in *why. */
int rn_uffd_open(struct rn_uffd *u, bool signal, const char **why);
void rn_uffd_close(struct rn_uffd *u);

/* The functions below return 0 or a negative errno. This one registers memory
 * for watching. With `missing`, touching a missing page causes SIGBUS or an
 * event.
 */
int rn_watch_register(const struct rn_uffd *u, const char *start, size_t bytes,
                      bool missing);

/* Starts or stops write protection of pages. */
int rn_watch_set(const struct rn_uffd *u, const char *start, size_t bytes,
                 bool on);

/* Appends those of pages first..end-1 of the memory at `base` that were written
 * since they were protected, and protects them again. After -ENOMEM some of
 * these pages may not be in the list. */
int rn_watch_written(const struct rn_uffd *u, const char *base, size_t page,
                     uint64_t first, uint64_t end, struct rn_extents *written);

/* Gives missing pages their content atomically; present pages do not change.
 * *copied: bytes copied, in whole pages. With events, threads that wait for a
 * page sleep until rn_uffd_wake(). The serving thread calls that after it has
 * recorded the page for rn_mirror_opened(), so that no thread reaches the
 * barrier before. */
int rn_uffd_copy(const struct rn_uffd *u, char *to, const char *from,
                 size_t bytes, size_t page, size_t *copied);
void rn_uffd_wake(const struct rn_uffd *u, const char *start, size_t bytes);

#endif /* REFNUMA_UFFD_H */
