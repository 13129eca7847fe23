/* watch.c: write protection by userfaultfd, of any memory that is registered.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "watch.h"

#include <errno.h>
#include "uffd_linux.h"

int rn_watch_register(const struct rn_uffd *u, const char *start, size_t bytes,
                      bool missing)
{
    struct uffdio_register r = {
        .range = {(uintptr_t)start, bytes},
        .mode = UFFDIO_REGISTER_MODE_WP |
                (missing ? UFFDIO_REGISTER_MODE_MISSING : 0)};

    return ioctl(u->fd, UFFDIO_REGISTER, &r) == 0 ? 0 : -errno;
}

int rn_watch_set(const struct rn_uffd *u, const char *start, size_t bytes,
                 bool on)
{
    struct uffdio_writeprotect w = {.range = {(uintptr_t)start, bytes},
                                    .mode =
                                        on ? UFFDIO_WRITEPROTECT_MODE_WP : 0};

    /* EAGAIN: the memory map is being changed by another thread */
    while (ioctl(u->fd, UFFDIO_WRITEPROTECT, &w) != 0)
        if (errno != EAGAIN)
            return -errno;
    return 0;
}

int rn_watch_written(const struct rn_uffd *u, const char *base, size_t page,
                     uint64_t first, uint64_t end, struct rn_extents *written)
{
    enum { REGIONS = 64 };
    struct rn_page_region found[REGIONS];
    struct rn_scan scan = {.size = sizeof(scan),
                           .flags = RN_SCAN_WP_MATCHING | RN_SCAN_CHECK_WPASYNC,
                           .start = (uintptr_t)base + first * page,
                           .end = (uintptr_t)base + end * page,
                           .vec = (uintptr_t)found,
                           .vec_len = REGIONS,
                           .category_mask = RN_PAGE_WRITTEN,
                           .return_mask = RN_PAGE_WRITTEN};
    int n, rc = 0;

    while (rc == 0 && scan.start < scan.end) {
        n = ioctl(u->pagemap, RN_PAGEMAP_SCAN, &scan);
        if (n < 0)
            return -errno;
        for (int i = 0; i < n && rc == 0; i++)
            rc = rn_extents_append(
                written, (found[i].start - (uintptr_t)base) / page,
                (found[i].end - (uintptr_t)base + page - 1) / page);
        scan.start = scan.walk_end;
    }
    return rc;
}
