/* populate.h: makes memory resident early, and reports an error if there is not
 * enough. Inline, for libraries that do not link the objects of this folder. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_POPULATE_H
#define LIB_POPULATE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE /* since Linux 5.14 */
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/*
 * Makes the pages of [at, at + bytes) resident and writable, as if this thread
 * had touched them. If the file behind a shared mapping has no space left, as
 * in a full /dev/shm, this returns an error where an access would raise SIGBUS.
 * Returns 0 or -errno. Does nothing and returns 0 before Linux 5.14.
 */
static inline int populate(void *at, size_t bytes)
{
    /* in small pieces: after a signal the kernel repeats the whole call */
    enum { PIECE = 1 << 20 };
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)at / page * page;
    uintptr_t end = (uintptr_t)at + bytes;

    while (bytes > 0 && begin < end) {
        size_t n = end - begin < PIECE ? end - begin : PIECE;

        if (madvise((void *)begin, n, MADV_POPULATE_WRITE) == 0)
            begin += n;
        else if (errno == EINVAL)
            return 0; /* an older kernel */
        else if (errno != EINTR)
            /* EFAULT: an access would raise SIGBUS */
            return errno == EFAULT ? -ENOSPC : -errno;
    }
    return 0;
}

/*
 * Free bytes in /dev/shm, where MPI libraries put memory shared by ranks;
 * SIZE_MAX if unlimited or unknown. Check this before creating a window: some
 * MPI libraries hang if the window does not fit.
 */
static inline size_t shm_room(void)
{
    struct statvfs fs;
    size_t room;

    if (statvfs("/dev/shm", &fs) != 0 || fs.f_blocks == 0 ||
        __builtin_mul_overflow(fs.f_bavail, fs.f_frsize, &room))
        return SIZE_MAX;
    return room;
}

#endif /* LIB_POPULATE_H */
