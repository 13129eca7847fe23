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
 * Like mmap(), but with an inaccessible page before and after the memory, so
 * that an access beyond either end raises SIGSEGV. Only touched pages are
 * resident: huge pages are off, and the memory is not locked even after
 * mlockall(MCL_FUTURE). Children of fork() do not get the memory. Returns NULL
 * with errno on failure.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset);
void rn_memory_unmap(void *memory, size_t bytes);

struct rn_uffd;  /* a context's userfaultfd (uffd.h); may be NULL */
struct rn_guard; /* fault.h */

/* Writes the content of another rank's page to `to`, to deliver the page.
 * Called from the fault handler, so it must be async-signal-safe. Returns false
 * if it cannot get the content; the page then stays closed. */
typedef bool rn_fill_fn(void *arg, uint64_t page, void *to);

struct rn_mirror_set {
    uint64_t pages;
    size_t page;
    const struct rn_extents *own; /* this rank's pages, which are always open */
    bool by_call;                 /* all memory is accessible, and only
                                   * rn_mirror_touch() opens pages */
    struct rn_uffd *uffd; /* reports faults and writes; if NULL, SIGSEGV reports
                           * faults and nothing reports writes */
    uint64_t undefined;   /* value of words in pages that were not delivered */
    rn_fill_fn *fill;     /* NULL if pages are not delivered */
    void *fill_arg;
};

/*
 * `user` is the memory that the program sees: pages of other ranks are closed,
 * that is inaccessible, until they are touched. `alias` maps the same memory
 * and is always accessible. Through it the library reads and writes without
 * faults or write detection; it does not access closed pages there. `twin` has
 * the same size and holds copies of pages. Address space is reserved; pages use
 * memory when they are touched. Opening a page first writes its content to the
 * mirror and to its twin.
 */
struct rn_mirror {
    struct rn_mirror_set set;
    char *user, *alias, *twin;
    size_t bytes;
    int fd; /* memfd behind user and alias; -1 if by_call without fill */
    const struct rn_guard *guard;
    int signal; /* signal raised by touching a closed page, or 0 */
    _Atomic unsigned char *state; /* enum rn_page_state of each page */
    _Atomic uint64_t *opened;     /* page numbers + 1 in the order of opening: a
                                   * ring, read by rn_mirror_opened() */
    _Atomic uint64_t nopened;
    uint64_t taken;
    _Atomic int64_t faults, delivered;
    /* Used by fault.c: number of threads now opening pages; number of faults in
     * open pages since the last opening. */
    _Atomic uint64_t opening, again;
};

/* Opens a mirror and starts to handle page faults in `user`. Returns 0, or a
 * negative errno with the reason in *why. */
int rn_mirror_open(struct rn_mirror *m, const struct rn_mirror_set *set,
                   const char **why);
void rn_mirror_close(struct rn_mirror *m);

/* Opens pages first..end-1 as faults do. Returns 0, -ENOMEM (the limit
 * vm.max_map_count) or -EIO (fill() failed). After an error some pages may be
 * open; rn_mirror_opened() reports them. */
int rn_mirror_touch(struct rn_mirror *m, uint64_t first, uint64_t end);

/* Adds the pages of other ranks that were opened since the last call to *pages.
 * Returns 0 or -ENOMEM. Only one thread may call it at a time; other threads
 * may fault meanwhile. */
int rn_mirror_opened(struct rn_mirror *m, struct rn_extents *pages);

/* Closes pages of other ranks and frees their memory and their twins. No other
 * thread may use them, and rn_mirror_opened() must have reported them. Returns
 * 0 or a negative errno. Pages that could not be closed remain open. */
int rn_mirror_drop(struct rn_mirror *m, const struct rn_extents *pages);

/* Copies pages or words from the mirror to their twins. `unit` is the size of a
 * page or of a word. */
void rn_mirror_twin(struct rn_mirror *m, const struct rn_extents *of,
                    size_t unit);

/* With uffd: starts or stops watching pages for writes. Pages that are not
 * watched are written without a fault, and rn_mirror_written() does not report
 * them. Returns 0 or a negative errno. */
int rn_mirror_watch(struct rn_mirror *m, const struct rn_extents *pages,
                    bool on);
/* Appends to *dirty, in order, the pages among the watched pages `of` that were
 * written through `user` since their last report, or since watching began.
 * Watching continues. Returns 0 or a negative errno. */
int rn_mirror_written(struct rn_mirror *m, const struct rn_extents *of,
                      struct rn_extents *dirty);

#endif /* REFNUMA_MIRROR_H */
