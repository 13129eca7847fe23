/* uffd_linux.h: what the kernel knows and its older headers do not. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_UFFD_LINUX_H
#define REFNUMA_UFFD_LINUX_H

#include <linux/userfaultfd.h>
#include <stdint.h>
#include <sys/ioctl.h>

/* Numbers are the kernel's: linux/userfaultfd.h of Linux 6.7. */
enum {
    RN_UFFD_USER_MODE_ONLY = 1,
    RN_UFFD_WP_HUGETLBFS_SHMEM = 1 << 12,
    RN_UFFD_WP_UNPOPULATED = 1 << 13,
    RN_UFFD_WP_ASYNC = 1 << 15
};

/* PAGEMAP_SCAN: linux/fs.h of Linux 6.7. */
struct rn_page_region {
    uint64_t start, end, categories;
};

struct rn_scan {
    uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
    uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};

#define RN_PAGEMAP_SCAN _IOWR('f', 16, struct rn_scan)
enum {
    RN_SCAN_WP_MATCHING = 1,
    RN_SCAN_CHECK_WPASYNC = 2,
    RN_PAGE_WRITTEN = 2
};

#endif /* REFNUMA_UFFD_LINUX_H */
