/* sort.h: sorting in place, at no cost where it is in order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SORT_H
#define MSGSCHED_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline int ms_order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static inline void ms_sort(void *base, size_t n, size_t size,
                           int (*compare)(const void *, const void *, void *),
                           void *arg)
{
    const char *at = base;

    for (size_t i = 1; i < n; i++, at += size)
        if (compare(at, at + size, arg) > 0) {
            qsort_r(base, n, size, compare, arg);
            return;
        }
}

#endif /* MSGSCHED_SORT_H */
