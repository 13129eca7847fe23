/* intern.h: arrays that become longer, and vectors of numbers, each kept once.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_INTERN_H
#define RECORD_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* ---- vectors, each known by a number ------------------------------------- */

struct intern {
    int64_t *words; /* all vectors, one after another */
    size_t *start;  /* of each, and the end of the last: n + 1 */
    size_t n;
    size_t words_max, start_max; /* allocated */
    uint32_t *slots;             /* vector + 1, or 0: free */
    size_t nslots;               /* a power of two */
};

/* The number of this vector, its own or a new one; -1: no memory. An object of
 * zeros is empty. */
int64_t intern(struct intern *t, const int64_t *words, size_t n);

const int64_t *intern_words(const struct intern *t, size_t id, size_t *n);

/* Bytes allocated. */
size_t intern_bytes(const struct intern *t);

void intern_free(struct intern *t);

/* A number that looks random, from two. */
uint64_t intern_mix(uint64_t a, uint64_t b);

#endif /* RECORD_INTERN_H */
