/* populate.c: take the memory that is about to be used. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/populate.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

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
