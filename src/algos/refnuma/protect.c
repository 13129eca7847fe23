/* protect.c: pages closed by mprotect() and opened by the handler of SIGSEGV.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "guard.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

static int protect(struct rn_mirror *m, uint64_t first, uint64_t end, int how)
{
    return mprotect(m->user + first * m->set.page, (end - first) * m->set.page,
                    how) == 0
               ? 0
               : -errno;
}

static int shut_range(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    return protect(m, first, end, PROT_NONE);
}

static int protect_start(struct rn_mirror *m, const char **why)
{
    *why = "own pages in too many pieces: raise vm.max_map_count, or make "
           "blocks whole pages";
    return rn_guard_others(m, shut_range);
}

/* The content is there before the page is open to other threads. The kernel may
 * have opened some of many pages before it fails: for a single one it is all or
 * nothing. */
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

static void protect_wake(struct rn_mirror *m, uint64_t first, uint64_t end)
{
    (void)m; /* nobody sleeps */
    (void)first;
    (void)end;
}

static int protect_shut(struct rn_mirror *m, const struct rn_extents *pages)
{
    size_t i = 0;
    int rc = 0;

    while (i < pages->n && rc == 0) {
        rc = shut_range(m, pages->v[i].first, pages->v[i].end);
        i += rc == 0;
    }
    while (rc != 0 && i-- > 0)
        protect(m, pages->v[i].first, pages->v[i].end, PROT_READ | PROT_WRITE);
    return rc;
}

const struct rn_guard rn_guard_protect = {
    .signal = SIGSEGV,
    .start = protect_start,
    .open = protect_open,
    .wake = protect_wake,
    .shut = protect_shut,
    .full = "refnuma: a page cannot be opened: this process has as many "
            "mappings as it may have. Raise vm.max_map_count, or use "
            "detect=uffd, which needs none for a page\n",
};
