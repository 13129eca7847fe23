/* populate.h: is there memory for what is about to be used? Take it. Inline,
 * for libraries that do not link this folder's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_POPULATE_H
#define LIB_POPULATE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE /* came with Linux 5.14 */
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/*
 * Brings the pages of [at, at + bytes) into memory, writable, as a first touch
 * by this thread would. Where the file behind a shared mapping has no room,
 * such as a full /dev/shm, a mere access ends in SIGBUS; here it is an error.
 * 0 or -errno; 0 too on kernels that cannot tell, before Linux 5.14.
 */
static inline int populate(void *at, size_t bytes)
{
    enum { PIECE = 1 << 20 }; /* a signal undoes what one call has done */
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
            return errno == EFAULT ? -ENOSPC : -errno; /* would be SIGBUS */
    }
    return 0;
}

/*
 * Bytes that /dev/shm has left, where MPI libraries put memory that ranks
 * share; SIZE_MAX: no limit, or not known. To be asked before a window is made:
 * where it does not fit, some libraries leave ranks waiting for each other.
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
