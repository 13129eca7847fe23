/* populate.c: memory that may turn out not to be there: look, and touch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/populate.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE /* came with Linux 5.14 */
#define MADV_POPULATE_WRITE 23
#endif

/* A signal undoes what a call has done so far, so calls are short. */
enum { PIECE = 1 << 20 };

int populate(void *at, size_t bytes)
{
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

size_t shm_room(void)
{
    struct statvfs fs;
    size_t room;

    if (statvfs("/dev/shm", &fs) != 0 || fs.f_blocks == 0 ||
        __builtin_mul_overflow(fs.f_bavail, fs.f_frsize, &room))
        return SIZE_MAX;
    return room;
}
