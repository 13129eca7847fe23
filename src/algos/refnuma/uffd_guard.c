/* uffd_guard.c: pages missing for userfaultfd until they are touched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include "uffd.h"
#include "uffd_linux.h"
#include "watch.h"

/* The kernel takes a page that lies in the file already for present: nothing
 * may have read a closed page through the alias. */
static int others(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    return rn_watch_register(m->set.uffd, m->user + first * m->set.page,
                             (end - first) * m->set.page, true);
}

static int uffd_start(struct rn_mirror *m, const char **why)
{
    const struct rn_extents *own = m->set.own;
    int rc = 0;

    *why = "memory cannot be registered with userfaultfd: in too many pieces? "
           "Raise vm.max_map_count, or make blocks whole pages";
    for (size_t i = 0; rc == 0 && i < own->n; i++)
        rc = rn_watch_register(
            m->set.uffd, m->user + own->v[i].first * m->set.page,
            (own->v[i].end - own->v[i].first) * m->set.page, false);
    return rc == 0 ? rn_guard_others(m, others) : rc;
}

/* The copy appears at once. With events, who waits for it is woken by the
 * thread that serves them, after news() knows of the page: else it could be in
 * the barrier before. */
static int uffd_open(struct rn_mirror *m, uint64_t first, uint64_t end,
                     uint64_t *opened)
{
    uint64_t mode = m->set.uffd->signal ? 0 : UFFDIO_COPY_MODE_DONTWAKE;

    *opened = first;
    while (*opened < end) {
        size_t at = *opened * m->set.page;
        struct uffdio_copy c = {.dst = (uintptr_t)(m->user + at),
                                .src = (uintptr_t)(m->twin + at),
                                .len = (end - *opened) * m->set.page,
                                .mode = mode};

        if (ioctl(m->set.uffd->fd, UFFDIO_COPY, &c) == 0)
            *opened = end;
        else if (c.copy > 0)
            *opened += (uint64_t)c.copy / m->set.page;
        else if (errno == EEXIST)
            ++*opened;
        else if (errno != EAGAIN)
            return -errno;
    }
    return 0;
}

static void uffd_wake(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    struct uffdio_range r = {(uintptr_t)(m->user + first * m->set.page),
                             (end - first) * m->set.page};

    ioctl(m->set.uffd->fd, UFFDIO_WAKE, &r);
}

/* Pages are missing as soon as they are given back. */
static int uffd_shut(struct rn_mirror *m, const struct rn_extents *pages)
{
    return rn_mirror_unwatch(m, pages);
}

static const char full[] =
    "refnuma: a page cannot be opened: there is no memory for it\n";

const struct rn_guard rn_guard_uffd = {
    .signal = SIGBUS,
    .start = uffd_start,
    .open = uffd_open,
    .wake = uffd_wake,
    .shut = uffd_shut,
    .missing = true,
    .full = full,
};

const struct rn_guard rn_guard_events = {
    .signal = 0,
    .start = uffd_start,
    .open = uffd_open,
    .wake = uffd_wake,
    .shut = uffd_shut,
    .missing = true,
    .full = full,
};

static int set_all(struct rn_mirror *m, const struct rn_extents *pages, bool on)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < pages->n; i++)
        rc = rn_watch_set(
            m->set.uffd, m->user + pages->v[i].first * m->set.page,
            (pages->v[i].end - pages->v[i].first) * m->set.page, on);
    return rc;
}

int rn_mirror_watch(struct rn_mirror *m, const struct rn_extents *pages)
{
    return set_all(m, pages, true);
}

int rn_mirror_unwatch(struct rn_mirror *m, const struct rn_extents *pages)
{
    return set_all(m, pages, false);
}

int rn_mirror_written(struct rn_mirror *m, const struct rn_extents *of,
                      struct rn_extents *dirty)
{
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < of->n; i++)
        rc = rn_watch_written(m->set.uffd, m->user, m->set.page, of->v[i].first,
                              of->v[i].end, dirty);
    /* what was read is forgotten by the kernel: then all count as written */
    if (rc != 0)
        rn_mirror_unwatch(m, of);
    return rc;
}
