/* buffers.h: memory for the send and receive buffers of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_BUFFERS_H
#define OPS_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ops/op.h"

enum { BUFFERS_NUMA_LOCAL = -1, BUFFERS_NUMA_INTERLEAVE = -2 };

/* Guard bytes after each buffer. A change in them shows a write past its
 * end. */
enum { BUFFERS_GUARD = 64 };

/* Initial value of every byte. */
enum { BUFFERS_FILL = 0x5a };

/* Private memory for cold buffers. It stays mapped when buffers are closed, so
 * that the next buffers find its pages mapped and touched. All zero at first;
 * used by one set of buffers at a time. */
struct buffers_arena {
    unsigned char *map;
    size_t map_bytes;
    size_t touched; /* the first bytes, so many, have been touched */
    bool renew;     /* the next buffers must get new memory */
};

void buffers_arena_close(struct buffers_arena *a);

struct buffers_spec {
    size_t send_bytes, recv_bytes;
    size_t align; /* alignment of each buffer, a power of two */
    bool hugepages;
    int numa; /* NUMA node, or one of BUFFERS_NUMA_* */
    /* communicator of a shared window, with all ranks on one node;
     * MPI_COMM_NULL: private memory */
    MPI_Comm shared;
    size_t span;  /* cold: total bytes of the blocks used in rotation; warm:
                     0 */
    int threads;  /* blocks per slot, one for each thread; 0: one */
    size_t slots; /* cold: maximum number of blocks; 0: no maximum */
    struct buffers_arena *arena; /* of cold private buffers, all with the same
                                    numa and hugepages; NULL: their own */
    struct pages *pages; /* if not NULL, private buffers get other physical
                          * pages than the previous buffers */
};

/* Blocks of a send and a receive buffer each, at least a page apart. */
struct buffers {
    unsigned char *map;
    size_t map_bytes;
    MPI_Win win; /* window of the shared memory, or MPI_WIN_NULL */
    unsigned char *base;
    size_t recv_offset;  /* offset of the receive buffer in its block */
    unsigned char *recv; /* receive buffer of the first block, unless the
                          * operation's open() replaced it */
    size_t stride;       /* bytes from one block to the next */
    size_t nblocks;
    struct buffers_spec spec;
};

/* Returns the bytes of memory that the buffers need; 0 on overflow. */
size_t buffers_bytes(const struct buffers_spec *spec);

/* Maps, places and touches the memory, and fills it with BUFFERS_FILL. Returns
 * 0, or -errno with *cause malloced; call buffers_close() in both cases. For
 * shared memory both functions are collective, and buffers_open() may fail on
 * some ranks only. */
int buffers_open(struct buffers *b, const struct buffers_spec *spec,
                 char **cause);
void buffers_close(struct buffers *b);

/*
 * Points a->sendmem, a->recvmem and a->slot to the block for this launch. Each
 * block serves once in nblocks launches, in an order that the processor cannot
 * predict; warm buffers have one block. Points a->sendbuf and a->recvbuf to the
 * same memory, or one of them to MPI_IN_PLACE if this rank must pass that with
 * root a->root. Sets a->receives.
 */
void buffers_use(const struct buffers *b, const struct op *op, uint64_t launch,
                 struct op_args *a);

/*
 * Gives new buffers other physical pages than the previous buffers. The kernel
 * would first reuse memory that was just unmapped, so the old mapping is kept
 * until the next buffers have been touched. Ballast of random size is touched
 * before the buffers, so that they do not alternate between two sets of pages.
 * All zero at first.
 */
struct pages {
    struct pages_map {
        void *at; /* address, or NULL */
        size_t bytes;
    } kept, ballast;
    uint64_t drawn;
};

/* Returns the maximum size of the ballast for buffers of this size. */
size_t pages_ballast(size_t bytes);

/* Unmaps the kept mapping and the ballast; call it when new buffers have been
 * touched. */
void pages_release(struct pages *p);

#endif /* OPS_BUFFERS_H */
