/* guard.c: the three ways to keep pages inaccessible until they are touched. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * There are three guards. mprotect(), with SIGSEGV, works on any Linux.
 * userfaultfd, from Linux 6.7 on, uses SIGBUS or, if pages come from other
 * nodes, events that a thread reads. No guard is used if refnuma_touch_range()
 * reports touches. Cost of a first touch: a fault and one system call.
 * mprotect() may also add a mapping for each page.
 */
#include "fault.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "uffd.h"

/* Sets *pages to the pages of other ranks. Returns 0 or -ENOMEM. */
static int pages_of_others(const struct rn_mirror *m, struct rn_extents *pages)
{
    int rc = rn_extents_append(pages, 0, m->set.pages);

    return rc == 0 ? rn_extents_remove(pages, m->set.own) : rc;
}

static int call_open(struct rn_mirror *m, uint64_t first, uint64_t end,
                     uint64_t *opened)
{
    size_t at = first * m->set.page;

    *opened = end;
    memcpy(m->alias + at, m->twin + at, (end - first) * m->set.page);
    return 0;
}

const struct rn_guard rn_guard_call = {.open = call_open};

static int protect(struct rn_mirror *m, uint64_t first, uint64_t end, int how)
{
    return mprotect(m->user + first * m->set.page, (end - first) * m->set.page,
                    how) == 0
               ? 0
               : -errno;
}

static int protect_shut(struct rn_mirror *m, const struct rn_extents *pages)
{
    size_t i = 0;
    int rc = 0;

    while (i < pages->n && rc == 0) {
        rc = protect(m, pages->v[i].first, pages->v[i].end, PROT_NONE);
        i += rc == 0;
    }
    while (rc != 0 && i-- > 0)
        protect(m, pages->v[i].first, pages->v[i].end, PROT_READ | PROT_WRITE);
    return rc;
}

static int protect_start(struct rn_mirror *m, const char **why)
{
    struct rn_extents closed = {0};
    int rc = pages_of_others(m, &closed);

    *why = "the rank's own pages are in too many pieces: raise "
           "vm.max_map_count, or make blocks whole pages";
    if (rc == 0)
        rc = protect_shut(m, &closed);
    rn_extents_free(&closed);
    return rc;
}

/* Writes the content before other threads can access the page. A failed
 * mprotect() may have opened a part of the range, so the pages are then opened
 * one by one. */
static int protect_open(struct rn_mirror *m, uint64_t first, uint64_t end,
                        uint64_t *opened)
{
    size_t at = first * m->set.page;
    int rc;

    memcpy(m->alias + at, m->twin + at, (end - first) * m->set.page);
    *opened = end;
    if (protect(m, first, end, PROT_READ | PROT_WRITE) == 0)
        return 0;
    for (*opened = first; *opened < end; ++*opened) {
        rc = protect(m, *opened, *opened + 1, PROT_READ | PROT_WRITE);
        if (rc != 0)
            return rc;
    }
    return 0;
}

const struct rn_guard rn_guard_protect = {
    .start = protect_start,
    .open = protect_open,
    .shut = protect_shut,
    .full = "refnuma: a page cannot be opened: this process has the maximum "
            "number of mappings. Raise vm.max_map_count, or use detect=uffd, "
            "which needs no mapping per page\n",
};

/* Registers pages with userfaultfd. A page is closed only while the file lacks
 * it, so closed pages must never be read through the alias. */
static int watch(struct rn_mirror *m, const struct rn_extents *pages,
                 bool missing)
{
    size_t page = m->set.page;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < pages->n; i++)
        rc = rn_watch_register(m->set.uffd, m->user + pages->v[i].first * page,
                               (pages->v[i].end - pages->v[i].first) * page,
                               missing);
    return rc;
}

static int uffd_start(struct rn_mirror *m, const char **why)
{
    struct rn_extents closed = {0};
    int rc = pages_of_others(m, &closed);

    *why = "cannot register memory with userfaultfd: is it in too many pieces? "
           "Raise vm.max_map_count, or make blocks whole pages";
    if (rc == 0)
        rc = watch(m, m->set.own, false);
    if (rc == 0)
        rc = watch(m, &closed, true);
    rn_extents_free(&closed);
    return rc;
}

static int uffd_open(struct rn_mirror *m, uint64_t first, uint64_t end,
                     uint64_t *opened)
{
    size_t at = first * m->set.page, copied;
    int rc = rn_uffd_copy(m->set.uffd, m->user + at, m->twin + at,
                          (end - first) * m->set.page, m->set.page, &copied);

    *opened = first + copied / m->set.page;
    return rc;
}

static void uffd_wake(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    rn_uffd_wake(m->set.uffd, m->user + first * m->set.page,
                 (end - first) * m->set.page);
}

/* Freeing the pages closes them; this function only stops watching them. */
static int uffd_shut(struct rn_mirror *m, const struct rn_extents *pages)
{
    return rn_mirror_watch(m, pages, false);
}

const struct rn_guard rn_guard_uffd = {
    .start = uffd_start,
    .open = uffd_open,
    .wake = uffd_wake,
    .shut = uffd_shut,
    .missing = true,
    .full = "refnuma: a page cannot be opened: out of memory\n",
};

int rn_mirror_watch(struct rn_mirror *m, const struct rn_extents *pages,
                    bool on)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < pages->n; i++)
        rc = rn_watch_set(
            m->set.uffd, m->user + pages->v[i].first * m->set.page,
            (pages->v[i].end - pages->v[i].first) * m->set.page, on);
    return rc;
}

int rn_mirror_written(struct rn_mirror *m, const struct rn_extents *of,
                      struct rn_extents *dirty)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < of->n; i++)
        rc = rn_watch_written(m->set.uffd, m->user, m->set.page, of->v[i].first,
                              of->v[i].end, dirty);
    /* The kernel reports a write only once, so treat all pages as written. */
    if (rc != 0)
        rn_mirror_watch(m, of, false);
    return rc;
}
