/* memory.c: mappings that arrays are made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"

#include <sys/mman.h>

/* The kernel fills locked memory as soon as it is mapped, in the file too,
 * where other processes then find pages. It cannot fill what may not be read.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset)
{
    void *p = mmap(NULL, bytes, PROT_NONE, flags, fd, (off_t)offset);

    if (p == MAP_FAILED)
        return NULL;
    if (munlock(p, bytes) != 0 || mprotect(p, bytes, protection) != 0) {
        munmap(p, bytes);
        return NULL;
    }
    /* neither is needed for right results */
    madvise(p, bytes, MADV_NOHUGEPAGE);
    madvise(p, bytes, MADV_DONTFORK);
    return p;
}
