/* no-populate.c: Linux before 5.14 as far as madvise() goes, by LD_PRELOAD. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <errno.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

typedef int madvise_fn(void *addr, size_t length, int advice);

int madvise(void *addr, size_t length, int advice)
{
    madvise_fn *next = (madvise_fn *)dlsym(RTLD_NEXT, "madvise");

    if (advice == MADV_POPULATE_WRITE) {
        errno = EINVAL;
        return -1;
    }
    return next(addr, length, advice);
}
