/* line.h: ask for cache lines before they are needed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_LINE_H
#define SHMBCAST_LINE_H

#include <stddef.h>

enum { SB_CACHE_LINE = 64 };

/* To write: other caches lose the line. A hint, and nothing else. Not every
 * processor lets a program empty its caches. */
#if defined(__x86_64__)
/* without -mprfchw the compiler's own asks for reading */
#define SB_LINE_OWN(at) __asm__ volatile("prefetchw %0" ::"m"(*(at)))
/* Out of all caches. */
#define SB_LINE_FLUSH(at) __asm__ volatile("clflush %0" ::"m"(*(at)))
#else
#define SB_LINE_OWN(at) __builtin_prefetch(at, 1, 3)
#define SB_LINE_FLUSH(at) ((void)(at))
#endif

static inline void sb_lines_own(const char *at, size_t n)
{
    for (size_t i = 0; i < n; i += SB_CACHE_LINE)
        SB_LINE_OWN(at + i);
}

/* To read. */
static inline void sb_lines_want(const char *at, size_t n)
{
    for (size_t i = 0; i < n; i += SB_CACHE_LINE)
        __builtin_prefetch(at + i, 0, 3);
}

#endif /* SHMBCAST_LINE_H */
