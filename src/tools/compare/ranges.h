/* ranges.h: over which sizes something holds, in words. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RANGES_H
#define COMPARE_RANGES_H

#include <stddef.h>

/* What holds at a size; sizes ascend, `what` is compared as text. */
struct at_size {
    long long bytes;
    const char *what;
};

/*
 * "faster up to 4 KiB and from 1 MiB, slower from 8 KiB to 512 KiB, cannot tell
 * at 64 KiB": in the order in which they are met, but `last` (NULL: none); of
 * one thing alone, "faster at all sizes". Malloced.
 */
char *ranges_text(const struct at_size *v, size_t n, const char *last);

/* "8 B", "64 KiB", "1.5 KiB", "1000 B": the largest unit that needs no more than
 * one decimal. Malloced. */
char *bytes_text(long long bytes);

#endif /* COMPARE_RANGES_H */
