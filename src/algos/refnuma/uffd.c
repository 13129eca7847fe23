/* uffd.c: opens userfaultfd, and uses its write protection. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pages are write-protected asynchronously: the kernel lets a write through and
 * marks the page as written. One call of PAGEMAP_SCAN reports the written pages
 * of a range and protects them again. Both features need Linux 6.7.
 */
#include "uffd.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Constants of linux/userfaultfd.h in Linux 6.7. */
enum {
    RN_UFFD_USER_MODE_ONLY = 1,
    RN_UFFD_WP_HUGETLBFS_SHMEM = 1 << 12,
    RN_UFFD_WP_UNPOPULATED = 1 << 13,
    RN_UFFD_WP_ASYNC = 1 << 15
};

/* PAGEMAP_SCAN of linux/fs.h in Linux 6.7. */
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

static int agree(const struct rn_uffd *u, const char **why)
{
    struct uffdio_api api = {
        .api = UFFD_API,
        .features = UFFD_FEATURE_MISSING_SHMEM | RN_UFFD_WP_HUGETLBFS_SHMEM |
                    RN_UFFD_WP_UNPOPULATED | RN_UFFD_WP_ASYNC |
                    (u->signal ? UFFD_FEATURE_SIGBUS : 0)};

    if (ioctl(u->fd, UFFDIO_API, &api) == 0)
        return 0;
    *why = "this kernel's userfaultfd has no asynchronous write protection "
           "(new in Linux 6.7)";
    return -errno;
}

/* Checks that a write to a watched page is reported exactly once. */
static int sees_writes(const struct rn_uffd *u, char *memory, size_t page)
{
    struct rn_extents written = {0};
    uint64_t reported = 0;
    int rc = rn_watch_register(u, memory, page, false);

    if (rc == 0)
        rc = rn_watch_set(u, memory, page, true);
    for (int i = 0; rc == 0 && i < 2; i++) {
        if (i == 0)
            *(volatile char *)memory = 1;
        rc = rn_watch_written(u, memory, page, 0, 1, &written);
        reported = written.total;
    }
    rn_extents_free(&written);
    return rc != 0 ? rc : reported == 1 ? 0 : -ENOTSUP;
}

static int probe(const struct rn_uffd *u, const char **why)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int fd = memfd_create("refnuma-probe", MFD_CLOEXEC);
    char *memory = MAP_FAILED;
    int rc;

    *why = "out of memory while testing userfaultfd";
    if (fd >= 0 && ftruncate(fd, (off_t)page) == 0)
        memory = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    rc = memory == MAP_FAILED ? -errno : 0;
    if (rc == 0) {
        rc = sees_writes(u, memory, page);
        *why = "this kernel does not report written pages (PAGEMAP_SCAN, new "
               "in Linux 6.7)";
        munmap(memory, page);
    }
    if (fd >= 0)
        close(fd);
    return rc;
}

static int open_files(struct rn_uffd *u, const char **why)
{
    u->fd = (int)syscall(SYS_userfaultfd,
                         O_CLOEXEC | O_NONBLOCK | RN_UFFD_USER_MODE_ONLY);
    if (u->fd < 0) {
        *why = errno == ENOSYS || errno == EPERM
                   ? "this kernel or container has no userfaultfd"
                   : "userfaultfd() fails: too many open files?";
        return -errno;
    }
    u->pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    *why = "cannot open /proc/self/pagemap";
    return u->pagemap < 0 ? -errno : 0;
}

int rn_uffd_open(struct rn_uffd *u, bool signal, const char **why)
{
    int rc;

    *u = (struct rn_uffd){.fd = -1, .pagemap = -1, .signal = signal};
    rc = open_files(u, why);
    if (rc == 0)
        rc = agree(u, why);
    if (rc == 0)
        rc = probe(u, why);
    if (rc != 0)
        rn_uffd_close(u);
    return rc;
}

void rn_uffd_close(struct rn_uffd *u)
{
    if (u->fd >= 0)
        close(u->fd);
    if (u->pagemap >= 0)
        close(u->pagemap);
    u->fd = u->pagemap = -1;
}

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

    /* EAGAIN: another thread is changing the memory map */
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

int rn_uffd_copy(const struct rn_uffd *u, char *to, const char *from,
                 size_t bytes, size_t page, size_t *copied)
{
    uint64_t mode = u->signal ? 0 : UFFDIO_COPY_MODE_DONTWAKE;

    *copied = 0;
    while (*copied < bytes) {
        struct uffdio_copy c = {.dst = (uintptr_t)(to + *copied),
                                .src = (uintptr_t)(from + *copied),
                                .len = bytes - *copied,
                                .mode = mode};

        if (ioctl(u->fd, UFFDIO_COPY, &c) == 0)
            *copied = bytes;
        else if (c.copy > 0)
            *copied += (size_t)c.copy;
        else if (errno == EEXIST)
            *copied += page;
        else if (errno != EAGAIN)
            return -errno;
    }
    return 0;
}

void rn_uffd_wake(const struct rn_uffd *u, const char *start, size_t bytes)
{
    struct uffdio_range r = {(uintptr_t)start, bytes};

    ioctl(u->fd, UFFDIO_WAKE, &r);
}
