/* intern.h: arrays that grow, and vectors of numbers, each kept once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_INTERN_H
#define RECORD_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Makes room for [n] items of [size] bytes in *array, which has room for *max.
 * False: no memory. */
bool grow(void **array, size_t *max, size_t n, size_t size);

#define GROW(array, max, n)                                                    \
    grow((void **)(void *)&(array), &(max), n, sizeof(*(array)))

struct words {
    int64_t *w;
    size_t n, max;
};

/* Appends [n] words; false: no memory. */
bool words_add(struct words *to, const int64_t *w, size_t n);

/* The same with rows of [n] words that end with a count: where the row before
 * has the same words, the count is added to that one's. */
bool words_count(struct words *to, const int64_t *row, size_t n);

/* ---- vectors, each known by a number ------------------------------------- */

/* An object of zeros is empty. */
struct intern {
    struct words words; /* all vectors, one after another */
    size_t *start;      /* of each, and the end of the last: n + 1 */
    size_t n, start_max;
    uint32_t *slots; /* vector + 1, or 0: free */
    size_t nslots;   /* a power of two */
};

/* The number of this vector, its own or a new one; -1: no memory. */
int64_t intern(struct intern *t, const int64_t *words, size_t n);

const int64_t *intern_words(const struct intern *t, size_t id, size_t *n);

/* Bytes allocated. */
size_t intern_bytes(const struct intern *t);

void intern_free(struct intern *t);

/* A hash of two numbers. */
uint64_t intern_mix(uint64_t a, uint64_t b);

#endif /* RECORD_INTERN_H */
