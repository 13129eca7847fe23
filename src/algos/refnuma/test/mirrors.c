/* mirrors.c: opens mirrors for tests, with any guard. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mirrors.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int mirrors_open(struct mirrors *t, const char *guard, uint64_t pages,
                 uint64_t first, uint64_t end, rn_fill_fn *fill)
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

void mirrors_close(struct mirrors *t)
{
    rn_mirror_close(&t->m);
    rn_extents_free(&t->own);
    rn_uffd_close(&t->uffd);
}
