/* layout.h: sizes of a call's blocks, and their places in the buffers. */
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
 * A rule of --counts for the sizes of blocks, in elements. count() returns the
 * size of block `index` of n (see enum varies); `mean` is the size of equal
 * blocks. Apart from rounding, sizes add up to n * mean; with `random` on
 * average.
 */
struct counts_rule {
    const char *name;
    const char *help;
    bool seeded; /* written as NAME:SEED */
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
 * Sets a->send, a->recv and a->large; count, type, rank, size, root, peer,
 * edges and in_place must have been set. Returns -1 if a buffer would exceed
 * the address space. Call layout_close() in either case.
 */
int layout_open(struct op_args *a, const struct op *op,
                const struct counts *counts, const struct dtype *dtype);
void layout_close(struct op_args *a);

/* True if this rank belongs to `ranks`. */
bool layout_at(enum op_ranks ranks, const struct op_args *a);

/* True if this rank must pass MPI_IN_PLACE with root a->root. */
bool layout_in_place(const struct op *op, const struct op_args *a);

/* True if the send (receive) buffer is significant on this rank with root
 * a->root; MPI_IN_PLACE may replace it. */
bool layout_sends(const struct op *op, const struct op_args *a);
bool layout_receives(const struct op *op, const struct op_args *a);

/* Sets *send and *recv to the number of elements that this rank's buffers need.
 * any_root: for every possible root, since roots may change. */
void layout_elements(const struct op *op, const struct op_args *a,
                     bool any_root, MPI_Count *send, MPI_Count *recv);

/*
 * Lists the blocks of this rank's input that are in the receive buffer before
 * the call. For i = 0, 1, ... returns i and sets *count and *displ (in
 * elements); returns -1 after the last block.
 */
int layout_inout(const struct op *op, const struct op_args *a, int i,
                 MPI_Count *count, MPI_Count *displ);

/* ---- edges --------------------------------------------------------------- */

/* Allocates nin incoming and nout outgoing edges; `node` is NULL. */
void edges_alloc(struct edges *e, int nin, int nout);
void edges_free(struct edges *e);

/* Sets e[0] to e[n - 1] to messages to or from rank `peer`; edge i belongs to
 * that rank's block i. */
void edges_fill(struct edge *e, int n, int peer, MPI_Count count);

/* ---- shared by the descriptors ------------------------------------------- */

/* Sources of moved data. gather: each rank's only block. alltoall: each rank's
 * block for this rank. neighbor: the only block of the rank at the other end of
 * the edge. */
op_source_fn source_root, source_gather, source_scatter, source_alltoall;
op_source_fn source_neighbor;

/* Sources of reductions: over all ranks; over all ranks, but only this rank's
 * block; over ranks up to this one; over ranks below this one. */
op_source_fn source_fold, source_fold_own, source_fold_upto, source_fold_below;

/* Source of operations between two ranks: the peer's block with this number. */
op_source_fn source_peer;

/* Functions for op.traffic: all outgoing edges of this rank; one block; one
 * block per pair, counted at the origin. */
struct traffic traffic_of_edges(const struct op_args *a);
struct traffic traffic_of_one(const struct op_args *a);
struct traffic traffic_of_origin(const struct op_args *a);

/* op_has_call(): true if the operation has its own call. op_sends_messages():
 * true if it has edges instead: it is measured as MPI_Irecv and MPI_Isend of
 * every edge, and MPI_Waitall. */
bool op_has_call(const struct op *op);
bool op_sends_messages(const struct op *op);

#endif /* OPS_LAYOUT_H */
