/* line.h: prefetch and flush cache lines, and copy past them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_LINE_H
#define SHMBCAST_LINE_H

#include <stddef.h>

enum { SB_CACHE_LINE = 64 };

/* Prefetches a line for writing, which removes it from other caches. This is
 * only a hint. SB_LINE_FLUSH() does nothing on processors without a flush
 * instruction. */
#if defined(__x86_64__)
/* without -mprfchw, __builtin_prefetch() prefetches for reading */
#define SB_LINE_OWN(at) __asm__ volatile("prefetchw %0" ::"m"(*(at)))
/* Evicts the line from all caches. */
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

/* Prefetches [n] bytes for reading. */
static inline void sb_lines_want(const char *at, size_t n)
{
    for (size_t i = 0; i < n; i += SB_CACHE_LINE)
        __builtin_prefetch(at + i, 0, 3);
}

/* Copies by non-temporal stores if SB_LINES_PAST. The bytes are visible to
 * others before later stores are. */
#if defined(__SSE2__)
#define SB_LINES_PAST 1
#else
#define SB_LINES_PAST 0
#endif
void sb_lines_copy_past(void *to, const void *from, size_t n);

#endif /* SHMBCAST_LINE_H */
