/* oracle.h: random programs without races, beside a sequential model. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ORACLE_H
#define REFNUMA_ORACLE_H

#include "algos/refnuma/array.h"

/*
 * Every rank knows what all ranks write, from the same random numbers, and
 * keeps what the arrays hold in a model; reads are drawn from numbers of its
 * own.
 */
struct oracle {
    uint64_t seed;
    const char *name; /* of the configuration */
    struct refnuma_options options;
    int rank, ranks;
    int64_t step;
    uint64_t common,
        mine; /* states of random numbers: of all ranks; of this one */
    struct refnuma *context;
    struct shadow *shadows;
    int nshadows;
};

/* Of a page, at this rank. */
enum page_state {
    PAGE_OWN,
    PAGE_CLOSED,
    PAGE_FRESH, /* touched since the last barrier */
    PAGE_KNOWN,
    PAGE_LATE /* touched between the halves of a barrier */
};

/* An array and its model. Everything is counted in words of 8 bytes. */
struct shadow {
    int number;
    struct refnuma_array *array;
    size_t n, size, words, page_words, pages;
    bool add, integer;
    uint64_t *user;
    uint64_t *old;        /* as the last barrier left it */
    uint64_t *new;        /* as the next one will leave it */
    int *writer;          /* of each word since the last barrier, or -1 */
    int *home;            /* of each page */
    unsigned char *state; /* enum page_state, of each page */
};

/* Ends the program with a line that says where it happened; word: of the array.
 */
void oracle_wrong(const struct oracle *o, const struct shadow *s, size_t word,
                  const char *what, uint64_t got, uint64_t want);
void oracle_check(const struct oracle *o, bool right, const char *what);

/* Are pages delivered when they are touched? Those with parts of words always.
 */
static inline bool shadow_delivers(const struct oracle *o,
                                   const struct shadow *s)
{
    return o->options.first_read == REFNUMA_DELIVER || s->size % 8 != 0;
}

/* Collective: a random array, and its end. */
void shadow_open(struct oracle *o, struct shadow *s, int number);
void shadow_close(struct oracle *o, struct shadow *s);
void shadow_forget(struct shadow *s); /* the model only */

/* Touches the element that the word is in, if its pages are closed. */
void shadow_touch(struct oracle *o, struct shadow *s, size_t word);
/* Random writes of all ranks; this one does its own. */
void shadow_write(struct oracle *o, struct shadow *s);
/* Random reads before the barrier, and between its halves. */
void shadow_read(struct oracle *o, struct shadow *s);
void shadow_read_between(struct oracle *o, struct shadow *s);
/* The barrier was passed. */
void shadow_pass(struct oracle *o, struct shadow *s);
/* This rank has unsubscribed from elements. */
void shadow_drop(struct oracle *o, struct shadow *s, size_t first,
                 size_t count);
/* Compares all that this rank may rely on, and what the library counts. */
void shadow_verify(struct oracle *o, struct shadow *s);

#endif /* REFNUMA_ORACLE_H */
