/* layout.h: how many elements go from which rank to which, and where they lie.
 */
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
 * --counts: element counts of the blocks of one call. The count of the block
 * number `index` of n (see enum varies), where `mean` is the count of equal
 * blocks: all rules but random give n * mean elements in total, up to
 * rounding; random gives so many on average.
 */
struct counts_rule {
    const char *name;
    const char *help;
    bool seeded; /* NAME:SEED */
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
 * Fills in a->send, a->recv and a->large from what is set already: count, type,
 * rank, size, root, peer, edges, in_place. -1 when a buffer would be larger
 * than the address space. Free with layout_close() in any case.
 */
int layout_open(struct op_args *a, const struct op *op,
                const struct counts *counts, const struct dtype *dtype);
void layout_close(struct op_args *a);

/* Is this rank among those? */
bool layout_at(enum op_ranks ranks, const struct op_args *a);

/* Does this rank pass MPI_IN_PLACE, with a->root as it is? */
bool layout_in_place(const struct op *op, const struct op_args *a);

/* Is the side significant on this rank with a->root as it is? In place of a
 * buffer there may be MPI_IN_PLACE. */
bool layout_sends(const struct op *op, const struct op_args *a);
bool layout_receives(const struct op *op, const struct op_args *a);

/* Elements that the buffers need on this rank; `any_root`: as if it were the
 * root, since it may become so. */
void layout_elements(const struct op *op, const struct op_args *a,
                     bool any_root, MPI_Count *send, MPI_Count *recv);

/*
 * The block of this rank's own input that lies in the receive buffer before
 * the call, at *displ elements: number `i` = 0, 1, ... of them, -1 after the
 * last one.
 */
int layout_inout(const struct op *op, const struct op_args *a, int i,
                 MPI_Count *count, MPI_Count *displ);

/* ---- edges --------------------------------------------------------------- */

/* So many each way; no nodes. */
void edges_alloc(struct edges *e, int nin, int nout);
void edges_free(struct edges *e);

/* n messages to one rank, or from it: block i is that one's block i. */
void edges_fill(struct edge *e, int n, int peer, MPI_Count count);

/* ---- shared by the descriptors ------------------------------------------ */

/* Moved data. gather: everybody's one block; alltoall: everybody's block for
 * this rank; neighbor: the one block of whoever is at the edge's other end. */
op_source_fn source_root, source_gather, source_scatter, source_alltoall;
op_source_fn source_neighbor;

/* Reductions: of all ranks, of the block that is this rank's, of ranks up to
 * and below this one. */
op_source_fn source_fold, source_fold_own, source_fold_upto, source_fold_below;

/* Pairs of ranks: the peer's same block. */
op_source_fn source_peer;

/* All that it sends along its edges; one block a rank; one block of each pair,
 * counted at its origin. */
struct traffic traffic_of_edges(const struct op_args *a);
struct traffic traffic_of_one(const struct op_args *a);
struct traffic traffic_of_origin(const struct op_args *a);

#endif /* OPS_LAYOUT_H */
