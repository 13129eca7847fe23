/* world.h: a world of microshmem: its PEs, symmetric memory and puts that wait.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_WORLD_H
#define MICROSHMEM_WORLD_H

#include "microshmem.h"

enum {
    WORD = 8, /* bytes; MPI moves words as MPI_DOUBLE, unchanged */
    FRAME = 2,
    OFFSET_BITS = 40,
    KEPT = 8192, /* words of a buffer that is always kept */
    SPARED = 16, /* exchanges that need less than a quarter of a larger one */
    TAG_HELLO = 1,
    TAG_PUTS
};

/* Bits of the barrier's reduction that callers do not have. */
#define ANY_PUT (LONG_MAX / 2 + 1)
#define ANY_NEW (LONG_MAX / 4 + 1)
#define ANY_OTHER LONG_MIN /* symmetric memory was made or freed */

/* Symmetric memory. It has the same number on all PEs. */
struct block {
    char *memory; /* NULL: the number is free */
    size_t bytes;
    microshmem_delivery *deliver; /* or NULL */
    void *arg;
};

/* A buffer of words. To get memory anew for each exchange would cost a page
 * fault for each of its pages. */
struct buffer {
    uint64_t *words;
    size_t room;
    int spared; /* exchanges in a row that needed much less */
};

/* A neighbour, or this PE itself. */
struct link {
    int pe, known; /* to the other side too */
    struct buffer out;
    size_t used;
    size_t last; /* frame */
};

struct microshmem {
    MPI_Comm comm;
    int me, npes, started_mpi;
    long flags;          /* of the next barrier */
    unsigned long calls; /* a sum of those of malloc and free */
    struct block *blocks;
    size_t nblocks;
    struct link **of;    /* each PE, or NULL */
    struct link **links; /* by ascending PE */
    MPI_Request *requests;
    size_t request_room;
    int nlinks;
    struct buffer inbox;
    size_t received; /* words, at most, of a neighbour in this exchange */
    struct microshmem_info info;
};

/* Ends the program with a line; w may be NULL. */
void ms_die(const struct microshmem *w, const char *what);
void ms_check(const struct microshmem *w, int rc); /* an MPI error code */
void *ms_need(const struct microshmem *w, void *memory);
extern const char ms_no_memory[];
struct microshmem *ms_world(void); /* the current one */
/* Room for so many words; -1: no memory. */
int ms_buffer_need(struct buffer *b, size_t words);
struct link *ms_link_make(struct microshmem *w, int pe);

#endif /* MICROSHMEM_WORLD_H */
