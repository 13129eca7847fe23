/* memory.h: mappings that arrays are made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_MEMORY_H
#define REFNUMA_MEMORY_H

#include <stddef.h>

/*
 * mmap() between two pages that nobody may touch, so that an access beyond
 * either end is SIGSEGV and no access to other memory; with small pages, so
 * that what is resident is what was touched, and not in children of fork().
 * After mlockall(MCL_FUTURE) too nothing is there before it is touched: the
 * memory is not locked. NULL: errno says why.
 */
void *rn_memory_map(size_t bytes, int protection, int flags, int fd,
                    size_t offset);
void rn_memory_unmap(void *memory, size_t bytes);

#endif /* REFNUMA_MEMORY_H */
