/* mirror.h: a rank's memory of an array: mirror, twins, and what was touched.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_MIRROR_H
#define REFNUMA_MIRROR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "extents.h"

/*
 * mmap() between two pages that nobody may touch, so that an access beyond
 * either end is SIGSEGV and no access to other memory; with small pages, so
 * that what is resident is what was touched, and not in children of fork().
 * After mlockall(MCL_FUTURE) too nothing is there before it is touched: the
 * memory is not locked. NULL: errno says why.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset);
void rn_memory_unmap(void *memory, size_t bytes);

struct rn_uffd;  /* uffd.h: userfaultfd of a context, or NULL */
struct rn_guard; /* fault.h */

/* Content of another rank's page that is opened: page bytes to `to`. Called
 * from the fault handler: async-signal-safe. False: it cannot be had, and the
 * page cannot be opened. */
typedef bool rn_fill_fn(void *arg, uint64_t page, void *to);

struct rn_mirror_set {
    uint64_t pages;
    size_t page;
    const struct rn_extents *own; /* at home here: always open */
    bool by_call; /* pages open by rn_mirror_touch() only; all is accessible */
    struct rn_uffd *uffd; /* faults and writes are seen by it; NULL: by page
                             protection and SIGSEGV, and writes not at all */
    uint64_t undefined;   /* word that pages hold that were not delivered */
    rn_fill_fn *fill;     /* or NULL: none is delivered */
    void *fill_arg;
};

/*
 * `user` is what the program sees: pages of others are closed until they are
 * touched. `alias` is the same memory, all open: the library reads and writes
 * there, and nothing notices; closed pages it leaves alone. `twin` is as large,
 * for copies of pages. Memory is reserved and backed where it is touched. A
 * page that is opened gets its content and a twin with the same content first.
 */
struct rn_mirror {
    struct rn_mirror_set set;
    char *user, *alias, *twin;
    size_t bytes;
    int fd; /* memfd behind user and alias; -1: by_call without fill */
    const struct rn_guard *guard;
    int signal; /* that a touched page raises; 0: none that is caught */
    _Atomic unsigned char *state; /* of each page: closed, opening, open */
    _Atomic uint64_t *opened; /* pages + 1 as they were opened, for opened() */
    _Atomic uint64_t nopened;
    uint64_t taken;
    _Atomic int64_t faults, delivered;
    /* fault.c: threads that open pages now; faults in open pages */
    _Atomic uint64_t opening, again;
};

/* 0, or a negative errno with *why. After it faults in `user` are ours. */
int rn_mirror_open(struct rn_mirror *m, const struct rn_mirror_set *set,
                   const char **why);
void rn_mirror_close(struct rn_mirror *m);

/* Opens pages first..end-1 as faults would. 0, or -ENOMEM (vm.max_map_count) or
 * -EIO (fill() failed): some may have been opened, which opened() reports.
 */
int rn_mirror_touch(struct rn_mirror *m, uint64_t first, uint64_t end);

/* Adds the pages of others that were opened since the last call. 0 or -ENOMEM.
 * Not beside itself; faults in other threads may go on. */
int rn_mirror_opened(struct rn_mirror *m, struct rn_extents *pages);

/* Pages of others: closed again, mirror and twin given back. No other thread
 * uses them, and opened() has reported them. 0, or a negative errno and those
 * that could not be closed are open. */
int rn_mirror_drop(struct rn_mirror *m, const struct rn_extents *pages);

/* Makes or renews the twins of pages or words, units of so many bytes, from the
 * alias. */
void rn_mirror_twin(struct rn_mirror *m, const struct rn_extents *of,
                    size_t unit);

/* With uffd: from now on written() reports these pages, or no longer, and they
 * are written without a fault. 0 or a negative errno. */
int rn_mirror_watch(struct rn_mirror *m, const struct rn_extents *pages,
                    bool on);
/* Those of the watched pages `of` that were written through `user` since they
 * were watched or last reported; watched on. In order, appended to *dirty. */
int rn_mirror_written(struct rn_mirror *m, const struct rn_extents *of,
                      struct rn_extents *dirty);

#endif /* REFNUMA_MIRROR_H */
