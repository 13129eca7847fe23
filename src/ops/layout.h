/* layout.h: the number of elements in each block of a call, and their places in
 * the buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_LAYOUT_H
#define OPS_LAYOUT_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "lib/names.h"
#include "ops/dtype.h"
#include "ops/op.h"

/*
 * A rule of --counts: how many elements the blocks of one call have. count()
 * returns the size of block `index` of n (see enum varies); `mean` is the size
 * that equal blocks would have. The sizes add up to n * mean, up to rounding;
 * with `random` on average.
 */
struct counts_rule {
    const char *name;
    const char *help;
    bool seeded; /* written NAME:SEED */
    MPI_Count (*count)(MPI_Count mean, int index, int n, uint64_t seed);
};

extern const struct counts_rule *const counts_table[]; /* NULL-terminated */

static inline const struct counts_rule *counts_find(const char *name)
{
    return names_row(counts_table, name);
}

struct counts {
    const struct counts_rule *rule;
    uint64_t seed;
};

/*
 * Sets a->send, a->recv and a->large from the members that are set already:
 * count, type, rank, size, root, peer, edges, in_place. Returns -1 if a buffer
 * would exceed the address space. Call layout_close() in either case.
 */
int layout_open(struct op_args *a, const struct op *op,
                const struct counts *counts, const struct dtype *dtype);
void layout_close(struct op_args *a);

/* Makes the types of blocks, after layout_open(), if the operation has the flag
 * OP_PEER_TYPES (types.c). Returns an MPI error code. types_close() frees them,
 * before layout_close(). */
int types_open(struct op_args *a, const struct op *op);
void types_close(struct op_args *a);

/* True if this rank is one of `ranks`. */
bool layout_at(enum op_ranks ranks, const struct op_args *a);

/* True if this rank passes MPI_IN_PLACE when the root is a->root. */
bool layout_in_place(const struct op *op, const struct op_args *a);

/* True if the send (receive) buffer is significant on this rank when the root
 * is a->root. It may be replaced by MPI_IN_PLACE. */
bool layout_sends(const struct op *op, const struct op_args *a);
bool layout_receives(const struct op *op, const struct op_args *a);

/* Sets *send and *recv to the number of elements that the buffers need on this
 * rank. any_root: whatever the root, since it may change. */
void layout_elements(const struct op *op, const struct op_args *a,
                     bool any_root, MPI_Count *send, MPI_Count *recv);

/*
 * Finds the blocks of this rank's own input that lie in the receive buffer
 * before the call: sets *count and *displ (in elements) to those of input block
 * i = 0, 1, ...; returns i, or -1 after the last one.
 */
int layout_inout(const struct op *op, const struct op_args *a, int i,
                 MPI_Count *count, MPI_Count *displ);

/* ---- edges --------------------------------------------------------------- */

/* Allocates nin incoming and nout outgoing edges, without nodes. */
void edges_alloc(struct edges *e, int nin, int nout);
void edges_free(struct edges *e);

/* Sets n messages to or from one rank: edge i belongs to block i of that
 * rank. */
void edges_fill(struct edge *e, int n, int peer, MPI_Count count);

/* ---- shared by the descriptors ------------------------------------------- */

/* Sources of moved data. gather: the only block of each rank; alltoall: each
 * rank's block for this rank; neighbor: the only block of the rank at the
 * edge's other end. */
op_source_fn source_root, source_gather, source_scatter, source_alltoall;
op_source_fn source_neighbor;

/* Sources of reductions: over all ranks; over all ranks, this rank's block
 * only; over the ranks up to this one; over the ranks below this one. */
op_source_fn source_fold, source_fold_own, source_fold_upto, source_fold_below;

/* Source of operations between pairs of ranks: the same block of the peer. */
op_source_fn source_peer;

/* Functions traffic(): all outgoing edges of this rank; one block; one block
 * for each pair, counted at the origin. */
struct traffic traffic_of_edges(const struct op_args *a);
struct traffic traffic_of_one(const struct op_args *a);
struct traffic traffic_of_origin(const struct op_args *a);

#endif /* OPS_LAYOUT_H */
