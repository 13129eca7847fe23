/* intern.h: growing arrays, and vectors of numbers that are stored once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_INTERN_H
#define RECORD_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Enlarges *array, which has room for *max items of [size] bytes, to at least
 * [n] items. Returns false if out of memory. */
bool grow(void **array, size_t *max, size_t n, size_t size);

#define GROW(array, max, n)                                                    \
    grow((void **)(void *)&(array), &(max), n, sizeof(*(array)))

struct words {
    int64_t *w;
    size_t n, max;
};

/* Appends [n] words. Returns false if out of memory. */
bool words_add(struct words *to, const int64_t *w, size_t n);

/* Appends a row of [n] words whose last word is a count. If its other words
 * equal the last row's, adds the count to that row instead. */
bool words_count(struct words *to, const int64_t *row, size_t n);

/* ---- unique vectors, identified by numbers ------------------------------- */

/* A set of unique vectors. All zero is an empty set. */
struct intern {
    struct words words; /* all vectors, one after another */
    size_t *start;      /* start of each vector, and the end of the last */
    size_t n, start_max;
    uint32_t *slots; /* hash table: number of a vector + 1, or 0 if free */
    size_t nslots;   /* size of the table, a power of two */
};

/* Returns the number of this vector, which is new if there was none; -1 if out
 * of memory. */
int64_t intern(struct intern *t, const int64_t *words, size_t n);

const int64_t *intern_words(const struct intern *t, size_t id, size_t *n);

/* Returns the number of bytes allocated. */
size_t intern_bytes(const struct intern *t);

void intern_free(struct intern *t);

#endif /* RECORD_INTERN_H */
