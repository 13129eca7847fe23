/* world.h: a world of microshmem: its PEs, symmetric memory and queued puts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_WORLD_H
#define MICROSHMEM_WORLD_H

#include "microshmem.h"

enum {
    WORD = 8, /* bytes; MPI sends words as MPI_DOUBLE, unchanged */
    FRAME = 2,
    OFFSET_BITS = 40,
    KEPT = 8192, /* words of a buffer that are never freed */
    SPARED = 16, /* exchanges in a row that use less than a quarter of a larger
                    buffer before it is freed */
    TAG_HELLO = 1,
    TAG_PUTS
};

/* Bits of the barrier's reduction that callers cannot use. */
#define ANY_PUT (LONG_MAX / 2 + 1)
#define ANY_NEW (LONG_MAX / 4 + 1)
#define ANY_OTHER LONG_MIN /* symmetric memory was allocated or freed */

/* A block of symmetric memory; its number is the same on all PEs. */
struct block {
    char *memory; /* NULL: the number is unused */
    size_t bytes;
    microshmem_delivery *deliver; /* NULL: puts write to the memory */
    void *arg;
};

/* A buffer of words, kept between exchanges: new memory for each of them would
 * cost a page fault for each page. */
struct buffer {
    uint64_t *words;
    size_t room;
    int spared; /* number of exchanges in a row that needed much less */
};

/* A neighbour, or this PE itself. */
struct link {
    int pe, known; /* known: the other PE knows of it too */
    struct buffer out;
    size_t used;
    size_t last; /* position of the last frame in `out` */
};

struct microshmem {
    MPI_Comm comm;
    int me, npes, started_mpi;
    long flags;          /* bits for the next barrier */
    unsigned long calls; /* hash of the calls of malloc and free */
    struct block *blocks;
    size_t nblocks;
    struct link **of;    /* indexed by PE; NULL: no neighbour */
    struct link **links; /* in order of ascending PE */
    MPI_Request *requests;
    size_t request_room;
    int nlinks;
    struct buffer inbox;
    size_t received; /* most words from a neighbour */
    struct microshmem_info info;
};

/* Ends the program with a message; w may be NULL. */
void ms_die(const struct microshmem *w, const char *what);
void ms_check(const struct microshmem *w, int rc); /* for an MPI error */
void *ms_need(const struct microshmem *w, void *memory);
extern const char ms_no_memory[];
struct microshmem *ms_world(void); /* the current world */
/* Grows a buffer to at least `words` words. Returns 0, or -1 without memory. */
int ms_buffer_need(struct buffer *b, size_t words);
struct link *ms_link_make(struct microshmem *w, int pe);

#endif /* MICROSHMEM_WORLD_H */
