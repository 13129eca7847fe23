/* mirrors.h: mirrors for tests, with any guard. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TEST_MIRRORS_H
#define REFNUMA_TEST_MIRRORS_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algos/refnuma/mirror.h"
#include "algos/refnuma/uffd.h"

/* A mirror whose guard is "call", "twin" (page protection) or "uffd". */
struct mirrors {
    const char *guard;
    struct rn_uffd uffd;
    struct rn_extents own;
    struct rn_mirror m;
    const char *why;
};

#define MIRRORS_UNDEFINED UINT64_C(0x7ff8c0ffee12345a)

/* Opens a mirror whose own pages are first..end-1. Returns 0, the error of
 * rn_mirror_open(), or -ENOTSUP if the guard is not supported. */
static inline int mirrors_open(struct mirrors *t, const char *guard,
                               uint64_t pages, uint64_t first, uint64_t end,
                               rn_fill_fn *fill)
{
    struct rn_mirror_set set = {.pages = pages,
                                .page = (size_t)sysconf(_SC_PAGESIZE),
                                .own = &t->own,
                                .undefined = MIRRORS_UNDEFINED,
                                .fill = fill,
                                .fill_arg = t};
    int rc;

    *t = (struct mirrors){.guard = guard, .uffd = {.fd = -1, .pagemap = -1}};
    set.by_call = strcmp(guard, "call") == 0;
    if (strcmp(guard, "uffd") == 0) {
        if (rn_uffd_open(&t->uffd, true, &t->why) != 0)
            return -ENOTSUP;
        set.uffd = &t->uffd;
    }
    rc = rn_extents_append(&t->own, first, end);
    if (rc == 0)
        rc = rn_mirror_open(&t->m, &set, &t->why);
    if (rc != 0) {
        rn_extents_free(&t->own);
        rn_uffd_close(&t->uffd);
    }
    return rc;
}

static inline void mirrors_close(struct mirrors *t)
{
    rn_mirror_close(&t->m);
    rn_extents_free(&t->own);
    rn_uffd_close(&t->uffd);
}

/* Returns the address of a word of a page, as the program sees it. */
static inline volatile uint64_t *mirrors_word(struct mirrors *t, uint64_t page,
                                              size_t word)
{
    return (volatile uint64_t *)(void *)(t->m.user + page * t->m.set.page) +
           word;
}

/* Return the number of resident pages: of the mirror, and of the twins. */
static inline int64_t mirrors_backed(const struct rn_mirror *m)
{
    struct stat st;

    return fstat(m->fd, &st) == 0
               ? (int64_t)st.st_blocks * 512 / (int64_t)m->set.page
               : -1;
}

static inline int64_t mirrors_twins(const struct rn_mirror *m)
{
    size_t pages = m->bytes / m->set.page;
    unsigned char *there = calloc(pages, 1);
    int64_t n = 0;

    if (there == NULL || mincore(m->twin, m->bytes, there) != 0)
        n = -1;
    for (size_t i = 0; n >= 0 && i < pages; i++)
        n += there[i] & 1;
    free(there);
    return n;
}

#endif /* REFNUMA_TEST_MIRRORS_H */
