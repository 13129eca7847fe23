/* buffers.h: memory for the send and receive buffers of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_BUFFERS_H
#define OPS_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ops/op.h"

enum { BUFFERS_NUMA_LOCAL = -1, BUFFERS_NUMA_INTERLEAVE = -2 };

/* Guard bytes after each buffer, which show whether something wrote past it. */
enum { BUFFERS_GUARD = 64 };

/* Initial value of every byte. */
enum { BUFFERS_FILL = 0x5a };

/*
 * Private memory for cold buffers that stays mapped when they are closed: the
 * next buffers find its pages mapped and touched. All zero at first; serves one
 * set of buffers at a time.
 */
struct buffers_arena {
    unsigned char *map;
    size_t map_bytes;
    size_t touched; /* bytes touched so far, from the start */
    bool renew;     /* the next buffers get new memory */
};

void buffers_arena_close(struct buffers_arena *a);

struct buffers_spec {
    size_t send_bytes, recv_bytes;
    size_t align; /* of every buffer, a power of two */
    bool hugepages;
    int numa; /* NUMA node, or one of BUFFERS_NUMA_* */
    /* MPI_COMM_NULL: private memory; else memory in a shared window of this
     * communicator, whose ranks are all on one node */
    MPI_Comm shared;
    size_t span;  /* cold: bytes of all blocks used in rotation; 0: warm */
    int threads;  /* blocks of each slot, one per thread; 0: one */
    size_t slots; /* cold: largest number of blocks; 0: no limit */
    struct buffers_arena *arena; /* memory of cold private buffers, which all
                                    have the same numa and hugepages; NULL: each
                                    has memory of its own */
    struct pages *pages; /* if set, private buffers get other physical pages
                            than the buffers before them */
};

/* Blocks, each with one send and one receive buffer, at least a page apart. */
struct buffers {
    unsigned char *map;
    size_t map_bytes;
    MPI_Win win; /* window of shared memory; else MPI_WIN_NULL */
    unsigned char *base;
    size_t recv_offset;  /* offset of the receive buffer in a block */
    unsigned char *recv; /* receive buffer of the first block: in the block, or
                            memory that the operation's open() made */
    size_t stride;       /* bytes from one block to the next */
    size_t nblocks;
    struct buffers_spec spec;
};

/* Returns the bytes of memory for the buffers, or 0 on overflow. */
size_t buffers_bytes(const struct buffers_spec *spec);

/*
 * Maps, places and touches the memory, and fills it with BUFFERS_FILL. Returns
 * 0, or -errno with *cause malloced; in both cases buffers_close() must be
 * called. Both functions are local, but collective for shared memory;
 * buffers_open() may then fail on some of the ranks only.
 */
int buffers_open(struct buffers *b, const struct buffers_spec *spec,
                 char **cause);
void buffers_close(struct buffers *b);

/* Returns the worst of all ranks' error codes from creating *win; `mine` is
 * this rank's. If some rank failed, sets *win to MPI_WIN_NULL, since a window
 * that not all ranks have cannot be freed. */
int buffers_window_agree(MPI_Comm comm, MPI_Win *win, int mine);

/*
 * Points a->sendmem, a->recvmem and a->slot to the block for this launch
 * number: blocks are used in rotation (warm: there is only one). Points
 * a->sendbuf and a->recvbuf to the same memory, or sets one to MPI_IN_PLACE if
 * this rank has to pass that when the root is a->root. Sets a->receives.
 */
void buffers_use(const struct buffers *b, const struct op *op, uint64_t launch,
                 struct op_args *a);

/*
 * Makes new buffers get other physical pages than the ones before. The kernel
 * would reuse memory that was just unmapped first; therefore the old mapping is
 * kept until the next buffers have been touched. Ballast of a random size,
 * touched before the buffers, keeps them from merely alternating between two
 * sets of pages. All zero at first.
 */
struct pages {
    struct pages_map {
        void *at; /* address; NULL: none */
        size_t bytes;
    } kept, ballast;
    uint64_t drawn;
};

/* Returns the largest size of the ballast for buffers of this size. */
size_t pages_ballast(size_t bytes);

/* Unmaps the kept mapping and the ballast, when new buffers have been
 * touched. */
void pages_release(struct pages *p);

#endif /* OPS_BUFFERS_H */
