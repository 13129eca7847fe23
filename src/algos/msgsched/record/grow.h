/* grow.h: arrays that become longer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_GROW_H
#define RECORD_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Room for [n] items of [size] bytes in *array, which has room for *max: false
 * where there is no memory for them. */
static inline bool grow(void **array, size_t *max, size_t n, size_t size)
{
    size_t bigger = *max == 0 ? 16 : *max;
    void *moved;

    if (n <= *max)
        return true;
    while (bigger < n)
        bigger *= 2;
    moved = realloc(*array, bigger * size);
    if (moved == NULL)
        return false;
    *array = moved;
    *max = bigger;
    return true;
}

#define GROW(array, max, n)                                                    \
    grow((void **)(void *)&(array), &(max), n, sizeof(*(array)))

#endif /* RECORD_GROW_H */
