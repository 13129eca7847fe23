/* buffers.h: the memory that messages come from and go to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_BUFFERS_H
#define OPS_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ops/op.h"

enum { BUFFERS_NUMA_LOCAL = -1, BUFFERS_NUMA_INTERLEAVE = -2 };

/* Bytes kept after each buffer, to see whether something wrote past it. */
enum { BUFFERS_GUARD = 64 };

/* What every byte is at first. */
enum { BUFFERS_FILL = 0x5a };

/*
 * Private memory for cold buffers that outlives them: the next ones find its
 * pages mapped and touched. Starts as all zero; belongs to one set of buffers
 * at a time.
 */
struct buffers_arena {
    unsigned char *map;
    size_t map_bytes;
    size_t touched; /* of them, from the first */
    bool renew;     /* the next buffers get new memory */
};

void buffers_arena_close(struct buffers_arena *a);

struct buffers_spec {
    size_t send_bytes, recv_bytes;
    size_t align; /* of every buffer, power of two */
    bool hugepages;
    int numa; /* node, or one of BUFFERS_NUMA_* */
    /* MPI_COMM_NULL: private memory; else in a shared window of its ranks,
     * which are all of one node */
    MPI_Comm shared;
    size_t span;  /* cold: rotate through blocks that span so much; 0: warm */
    int threads;  /* blocks of each slot: one a thread; 0: one */
    size_t slots; /* cold: at most so many of them; 0: no limit */
    struct buffers_arena *arena; /* where cold private ones are, all of the
                                    same numa and hugepages; NULL: in memory
                                    of their own */
    struct pages *pages; /* NULL: whichever pages they get; else others than
                            the buffers before, private ones */
};

/* Blocks of one send and one receive buffer, a page or more apart. */
struct buffers {
    unsigned char *map;
    size_t map_bytes;
    MPI_Win win; /* of shared memory; else MPI_WIN_NULL */
    unsigned char *base;
    size_t recv_offset;  /* of the receive buffer in a block */
    unsigned char *recv; /* the first one: there, or what an operation opened */
    size_t stride;       /* from one block to the next */
    size_t nblocks;
    struct buffers_spec spec;
};

/* Bytes of memory that the buffers lie in, or 0 on overflow. */
size_t buffers_bytes(const struct buffers_spec *spec);

/*
 * Maps, places and touches the memory: it is filled with bytes that are not
 * zero. 0, or -errno with *cause malloced; buffers_close() is to be called in
 * either case. Purely local, but for shared memory: then both are collective,
 * and buffers_open() may fail on some ranks only.
 */
int buffers_open(struct buffers *b, const struct buffers_spec *spec,
                 char **cause);
void buffers_close(struct buffers *b);

/* `mine` is what making *win came to on this rank; returns the worst of all
 * ranks. A window that not all of them have can't be freed: *win is given up.
 */
int buffers_window_agree(MPI_Comm comm, MPI_Win *win, int mine);

/*
 * Points a->sendmem, a->recvmem and a->slot to the block of launch number 0, 1,
 * ...: one after another, then again from the first (warm: always the only
 * one); a->sendbuf and a->recvbuf to the same, or MPI_IN_PLACE where this
 * rank, with a->root as it is, has to pass that. Sets a->receives.
 */
void buffers_use(const struct buffers *b, const struct op *op, uint64_t launch,
                 struct op_args *a);

/*
 * Memory that was given back would be the first that the kernel gives out
 * again: it is kept until the next buffers have been touched. So that buffers
 * do not change places with the ones before, ballast of a random size is
 * touched ahead of them. All zero to begin with.
 */
struct pages {
    struct pages_map {
        void *at; /* NULL: none */
        size_t bytes;
    } kept, ballast;
    uint64_t drawn;
};

/* Most bytes of ballast beside so many of buffers. */
size_t pages_ballast(size_t bytes);

/* When they have been touched: gives back what is kept, and the ballast. */
void pages_release(struct pages *p);

#endif /* OPS_BUFFERS_H */
