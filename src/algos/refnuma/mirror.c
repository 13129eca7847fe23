/* mirror.c: a rank's memory of an array: mirror and twins. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* The mirror is a memfd mapped twice: for the program, with pages of other
 * ranks closed, and for the library, with all pages accessible. Twins are
 * anonymous memory of the same size. All of it takes address space, but only
 * touched pages take memory. */
#include "mirror.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fault.h"
#include "uffd.h"

static size_t fence(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* When locked memory is mapped, the kernel populates it and the file, and pages
 * that other processes should find closed become present. It cannot populate
 * unreadable memory, so this first maps with PROT_NONE and unlocks. */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset)
{
    size_t all = bytes + 2 * fence();
    char *whole = mmap(NULL, all, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    void *p = MAP_FAILED;

    if (whole == MAP_FAILED)
        return NULL;
    if (munlock(whole, all) == 0)
        p = mmap(whole + fence(), bytes, PROT_NONE, flags | MAP_FIXED, fd,
                 (off_t)offset);
    if (p == MAP_FAILED || munlock(p, bytes) != 0 ||
        mprotect(p, bytes, protection) != 0) {
        munmap(whole, all);
        return NULL;
    }
    /* only optimizations, so failures do not matter */
    madvise(p, bytes, MADV_NOHUGEPAGE);
    madvise(p, bytes, MADV_DONTFORK);
    return p;
}

void rn_memory_unmap(void *memory, size_t bytes)
{
    munmap((char *)memory - fence(), bytes + 2 * fence());
}

static void guard_choose(struct rn_mirror *m)
{
    if (m->set.by_call) {
        m->guard = &rn_guard_call;
    } else if (m->set.uffd == NULL) {
        m->guard = &rn_guard_protect;
        m->signal = SIGSEGV;
    } else {
        m->guard = &rn_guard_uffd;
        m->signal = m->set.uffd->signal ? SIGBUS : 0;
    }
}

static char *map(size_t bytes, int flags, int fd)
{
    return rn_memory_map(bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
}

static char *map_private(size_t bytes)
{
    return map(bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
}

static int map_shared(struct rn_mirror *m, const char **why)
{
    m->fd = memfd_create("refnuma", MFD_CLOEXEC);
    if (m->fd < 0 || ftruncate(m->fd, (off_t)m->bytes) != 0) {
        *why = m->fd < 0 ? "memfd_create() fails: too many open files?"
                         : "no memory of this size";
        return -errno;
    }
    m->user = map(m->bytes, MAP_SHARED | MAP_NORESERVE, m->fd);
    m->alias = map(m->bytes, MAP_SHARED | MAP_NORESERVE, m->fd);
    return 0;
}

/* True if only this process accesses the memory, so that it needs no file. */
static bool plain(const struct rn_mirror_set *set)
{
    return set->by_call && set->fill == NULL;
}

static int map_all(struct rn_mirror *m, const char **why)
{
    int rc = 0;

    *why = "no address space for the array";
    if (plain(&m->set))
        m->user = m->alias = map_private(m->bytes);
    else
        rc = map_shared(m, why);
    if (rc != 0)
        return rc;
    m->twin = map_private(m->bytes);
    if (m->user == NULL || m->alias == NULL || m->twin == NULL)
        return -ENOMEM;
    *why = "no memory for the states of pages";
    return rn_fault_init(m);
}

static void unmap_all(struct rn_mirror *m)
{
    if (m->alias != NULL && m->alias != m->user)
        rn_memory_unmap(m->alias, m->bytes);
    if (m->user != NULL)
        rn_memory_unmap(m->user, m->bytes);
    if (m->twin != NULL)
        rn_memory_unmap(m->twin, m->bytes);
    if (m->fd >= 0)
        close(m->fd);
    rn_fault_fini(m);
}

/* Registers the mirror with the fault handler. */
static int serve(struct rn_mirror *m, const char **why)
{
    int rc;

    if (m->set.by_call)
        return 0;
    rc = rn_registry_add(m);
    *why = "no memory for the list of arrays";
    if (rc != 0 || m->signal == 0)
        return rc;
    rc = rn_handler_take(m->signal);
    *why = "cannot catch the signal of page faults";
    if (rc != 0)
        rn_registry_remove(m);
    return rc;
}

int rn_mirror_open(struct rn_mirror *m, const struct rn_mirror_set *set,
                   const char **why)
{
    int rc;

    *m = (struct rn_mirror){.set = *set, .fd = -1};
    guard_choose(m);
    m->bytes = (set->pages > 0 ? set->pages : 1) * set->page;
    rc = map_all(m, why);
    if (rc == 0 && m->guard->start != NULL)
        rc = m->guard->start(m, why);
    if (rc == 0)
        rc = serve(m, why);
    if (rc != 0)
        unmap_all(m);
    return rc;
}

void rn_mirror_close(struct rn_mirror *m)
{
    if (!m->set.by_call) {
        rn_registry_remove(m);
        if (m->signal != 0)
            rn_handler_leave(m->signal);
    }
    unmap_all(m);
}

void rn_mirror_twin(struct rn_mirror *m, const struct rn_extents *of,
                    size_t unit)
{
    for (size_t i = 0; i < of->n; i++) {
        size_t at = of->v[i].first * unit;

        memcpy(m->twin + at, m->alias + at,
               (of->v[i].end - of->v[i].first) * unit);
    }
}

/* Frees memory of the mirror. It reads as zero afterwards. */
static int empty(struct rn_mirror *m, size_t at, size_t bytes)
{
    if (m->fd < 0)
        return madvise(m->user + at, bytes, MADV_DONTNEED) == 0 ? 0 : -errno;
    return fallocate(m->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                     (off_t)at, (off_t)bytes) == 0
               ? 0
               : -errno;
}

int rn_mirror_drop(struct rn_mirror *m, const struct rn_extents *pages)
{
    size_t page = m->set.page;
    int rc = m->guard->shut != NULL ? m->guard->shut(m, pages) : 0;

    for (size_t i = 0; rc == 0 && i < pages->n; i++) {
        uint64_t first = pages->v[i].first, end = pages->v[i].end;
        size_t at = first * page, bytes = (end - first) * page;

        rc = empty(m, at, bytes);
        if (rc != 0 && m->guard->missing)
            return rc;
        rc = 0; /* a page not freed is still closed; opening will fill it */
        madvise(m->twin + at, bytes, MADV_DONTNEED);
        /* relaxed: a thread that opens the page reads nothing written before */
        for (uint64_t p = first; p < end; p++)
            atomic_store_explicit(&m->state[p], RN_PAGE_CLOSED,
                                  memory_order_relaxed);
    }
    return rc;
}
