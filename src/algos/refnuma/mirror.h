/* mirror.h: a rank's memory of an array: mirror, twins, and touched pages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_MIRROR_H
#define REFNUMA_MIRROR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "extents.h"

/*
 * Like mmap(), with these differences. An inaccessible page lies before and
 * after the memory, so that an access beyond either end raises SIGSEGV. Huge
 * pages are off, so that only touched pages are resident. Children of fork() do
 * not get the memory. It is not locked even after mlockall(MCL_FUTURE), so no
 * page is present before it is touched. Returns NULL with errno on failure.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset);
void rn_memory_unmap(void *memory, size_t bytes);

struct rn_uffd;  /* uffd.h: a context's userfaultfd; may be NULL */
struct rn_guard; /* fault.h */

/* Delivers another rank's page: writes its content to `to`. Called from the
 * fault handler, so it must be async-signal-safe. Returns false if it cannot
 * get the content; the page then stays closed. */
typedef bool rn_fill_fn(void *arg, uint64_t page, void *to);

struct rn_mirror_set {
    uint64_t pages;
    size_t page;
    const struct rn_extents *own; /* this rank's pages: always open */
    bool by_call;         /* only rn_mirror_touch() opens pages; all memory is
                             accessible */
    struct rn_uffd *uffd; /* reports faults and writes; NULL: SIGSEGV reports
                             faults, and nothing reports writes */
    uint64_t undefined;   /* value of words in pages that were not delivered */
    rn_fill_fn *fill;     /* NULL: pages are not delivered */
    void *fill_arg;
};

/*
 * `user` is the memory that the program sees: pages of other ranks are closed,
 * that is inaccessible, until they are touched. `alias` maps the same memory,
 * always accessible; the library uses it to read and write without faults or
 * write detection, and does not access closed pages there. `twin` has the same
 * size and holds copies of pages. Address space is reserved; memory is taken
 * when pages are touched. Opening a page first writes its content and a twin
 * with the same content.
 */
struct rn_mirror {
    struct rn_mirror_set set;
    char *user, *alias, *twin;
    size_t bytes;
    int fd; /* memfd behind user and alias; -1 if by_call without fill */
    const struct rn_guard *guard;
    int signal; /* signal raised by touching a closed page; 0: none is caught */
    _Atomic unsigned char *state; /* enum rn_page_state of each page */
    _Atomic uint64_t *opened;     /* ring of page numbers + 1 in the order of
                                     opening, read by rn_mirror_opened() */
    _Atomic uint64_t nopened;
    uint64_t taken;
    _Atomic int64_t faults, delivered;
    /* Used by fault.c: number of threads opening pages now; number of faults in
     * open pages since the last opening. */
    _Atomic uint64_t opening, again;
};

/* Opens a mirror and starts to serve page faults in `user`. Returns 0, or a
 * negative errno with *why. */
int rn_mirror_open(struct rn_mirror *m, const struct rn_mirror_set *set,
                   const char **why);
void rn_mirror_close(struct rn_mirror *m);

/* Opens pages first..end-1 as faults do. Returns 0, -ENOMEM (vm.max_map_count)
 * or -EIO (fill() failed). After an error some pages may be open;
 * rn_mirror_opened() reports them. */
int rn_mirror_touch(struct rn_mirror *m, uint64_t first, uint64_t end);

/* Adds the pages of other ranks opened since the last call to *pages. Returns 0
 * or -ENOMEM. Only one thread at a time may call it, while other threads may
 * fault. */
int rn_mirror_opened(struct rn_mirror *m, struct rn_extents *pages);

/* Closes pages of other ranks and frees their mirror and twin memory. No other
 * thread may use them, and rn_mirror_opened() must have reported them. Returns
 * 0 or a negative errno; pages that could not be closed stay open. */
int rn_mirror_drop(struct rn_mirror *m, const struct rn_extents *pages);

/* Copies pages or words from the mirror to their twins; `unit` is the size of a
 * page or word. */
void rn_mirror_twin(struct rn_mirror *m, const struct rn_extents *of,
                    size_t unit);

/* With uffd: starts or stops watching pages for writes. Unwatched pages are not
 * reported by rn_mirror_written() and are written without a fault. Returns 0 or
 * a negative errno. */
int rn_mirror_watch(struct rn_mirror *m, const struct rn_extents *pages,
                    bool on);
/* Appends to *dirty, in order, those of the watched pages `of` that were
 * written through `user` since they were watched or last reported, and goes on
 * watching them. Returns 0 or a negative errno. */
int rn_mirror_written(struct rn_mirror *m, const struct rn_extents *of,
                      struct rn_extents *dirty);

#endif /* REFNUMA_MIRROR_H */
