/* memory.c: mappings that arrays are made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"

#include <sys/mman.h>
#include <unistd.h>

static size_t fence(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The kernel fills locked memory as soon as it is mapped, in the file too,
 * where other processes then find pages. It cannot fill what may not be read.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset)
{
    size_t all = bytes + 2 * fence();
    char *whole = mmap(NULL, all, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *p;

    if (whole == MAP_FAILED)
        return NULL;
    p = whole + fence();
    if (munlock(whole, all) != 0 ||
        mmap(p, bytes, PROT_NONE, flags | MAP_FIXED, fd, (off_t)offset) != p ||
        munlock(p, bytes) != 0 || mprotect(p, bytes, protection) != 0) {
        munmap(whole, all);
        return NULL;
    }
    /* neither is needed for right results */
    madvise(p, bytes, MADV_NOHUGEPAGE);
    madvise(p, bytes, MADV_DONTFORK);
    return p;
}

void rn_memory_unmap(void *memory, size_t bytes)
{
    munmap((char *)memory - fence(), bytes + 2 * fence());
}
