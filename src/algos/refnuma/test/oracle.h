/* oracle.h: random programs without races, compared with a sequential model. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_ORACLE_H
#define REFNUMA_ORACLE_H

#include "algos/refnuma/array.h"

/* All ranks draw the writes of all ranks from the same random numbers and apply
 * them to a model of the arrays. Each rank draws its reads from random numbers
 * of its own. */
struct oracle {
    uint64_t seed;
    const char *name; /* name of the configuration */
    struct refnuma_options options;
    int rank, ranks;
    char position[160];    /* for messages; a signal handler cannot format it */
    uint64_t common, mine; /* random states: same on all ranks; own one */
    struct refnuma *context;
    struct shadow *shadows;
    int nshadows;
};

/* State of a page, as seen by this rank. */
enum page_state {
    PAGE_OWN,
    PAGE_CLOSED,
    PAGE_FRESH, /* touched since the last barrier */
    PAGE_KNOWN,
    PAGE_LATE /* touched between the halves of a barrier */
};

/* An array and its model. Sizes and indices are in words of 8 bytes. */
struct shadow {
    int number;
    struct refnuma_array *array;
    size_t n, size, words, page_words, pages;
    bool add, integer;
    uint64_t *user;
    uint64_t *old; /* content after the previous barrier */
    uint64_t *new; /* content after the next barrier */
    int *writer;   /* rank that wrote each word since the last barrier, or -1 */
    int *home;     /* home rank of each page */
    unsigned char *state; /* enum page_state of each page */
};

/* End the program. Print how far it is and what was wrong. `word`: index in the
 * array. */
void oracle_wrong(const struct oracle *o, const struct shadow *s, size_t word,
                  const char *what, uint64_t got, uint64_t want);
void oracle_check(const struct oracle *o, bool right, const char *what);
/* Fails unless rc is MPI_SUCCESS. */
void oracle_must(const struct oracle *o, int rc);

/* True if touched pages are delivered, which is always so if elements are parts
 * of words. */
static inline bool shadow_delivers(const struct oracle *o,
                                   const struct shadow *s)
{
    return o->options.first_read == REFNUMA_DELIVER || s->size % 8 != 0;
}

/* Collective: make a random array, and free it. */
void shadow_open(struct oracle *o, struct shadow *s, int number);
void shadow_close(struct oracle *o, struct shadow *s);
void shadow_forget(struct shadow *s); /* frees only the model */

/* Touches the element that contains the word, if its pages are closed. */
void shadow_touch(struct oracle *o, struct shadow *s, size_t word);
/* Draws random writes of all ranks and performs this rank's. */
void shadow_write(struct oracle *o, struct shadow *s);
/* Perform random reads: before the barrier, and between its halves. */
void shadow_read(struct oracle *o, struct shadow *s);
void shadow_read_between(struct oracle *o, struct shadow *s);
/* Updates the model after a barrier. */
void shadow_pass(struct shadow *s);
/* Updates the model after this rank has unsubscribed from elements. */
void shadow_drop(struct shadow *s, size_t first, size_t count);
/* Compares all defined elements, and the library's statistics. */
void shadow_verify(struct oracle *o, struct shadow *s);

#endif /* REFNUMA_ORACLE_H */
