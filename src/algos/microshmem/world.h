/* world.h: a world of microshmem: its PEs, symmetric memory and queued puts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_WORLD_H
#define MICROSHMEM_WORLD_H

#include "microshmem.h"

enum {
    WORD = 8, /* bytes; MPI sends a word as an MPI_DOUBLE */
    FRAME = 2,
    OFFSET_BITS = 40,
    KEPT = 8192, /* buffers of at most this many words are never freed */
    SPARED = 16, /* a larger buffer is freed after this many successive
                  * exchanges that use less than a quarter of it */
    TAG_HELLO = 1,
    TAG_PUTS
};

/* Bits in the barrier's reduction that callers of it must not set. */
#define ANY_PUT (LONG_MAX / 2 + 1)
#define ANY_NEW (LONG_MAX / 4 + 1)
#define ANY_OTHER LONG_MIN /* symmetric memory was allocated or freed */

/* A block of symmetric memory; its number is the same on all PEs. */
struct block {
    char *memory; /* NULL if the number is unused */
    size_t bytes;
    microshmem_delivery *deliver; /* NULL if puts write to the memory */
    void *arg;
};

/* A buffer of words. It is kept between exchanges, because new memory would
 * cost a page fault for each page. */
struct buffer {
    uint64_t *words;
    size_t room;
    int spared; /* successive exchanges that needed much less room */
};

/* The link to a neighbour, or to this PE itself. */
struct link {
    int pe, known; /* known: the other PE has this link too */
    struct buffer out;
    size_t used;
    size_t last; /* position of the last frame in `out` */
};

struct microshmem {
    MPI_Comm comm;
    int me, npes, started_mpi;
    long flags;          /* flags to pass to the next barrier */
    unsigned long calls; /* hash of all calls of malloc and free */
    struct block *blocks;
    size_t nblocks;
    struct link **of;    /* indexed by PE; NULL if not a neighbour */
    struct link **links; /* the same links, in ascending order of PEs */
    MPI_Request *requests;
    size_t request_room;
    int nlinks;
    struct buffer inbox;
    size_t received; /* largest number of words received from a neighbour */
    struct microshmem_info info;
};

/* Ends the program and prints why; w may be NULL. */
void ms_die(const struct microshmem *w, const char *what);
void ms_check(const struct microshmem *w, int rc); /* for an MPI error */
void *ms_need(const struct microshmem *w, void *memory);
extern const char ms_no_memory[];
struct microshmem *ms_world(void); /* the current world; not NULL */
/* Enlarges a buffer to at least `words` words. Returns 0, or -1 if out of
 * memory. */
int ms_buffer_need(struct buffer *b, size_t words);
struct link *ms_link_make(struct microshmem *w, int pe);

#endif /* MICROSHMEM_WORLD_H */
