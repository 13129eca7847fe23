/* edges.h: the messages of a rank: memory, and the two ends of one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_EDGES_H
#define OPS_EDGES_H

#include "ops/op.h"

/* So many each way; no nodes. */
void edges_alloc(struct edges *e, int nin, int nout);
void edges_free(struct edges *e);

/* What is sent along edge i, with that tag, goes to one rank; what comes in
 * along edge i from another is that one's edge `block`. */
void edges_set(struct edges *e, int i, int to, int from, int block,
               MPI_Count count);

/* The rank `step` further on, round from the last one to the first. |step| is
 * at most size. */
static inline int edges_around(int rank, int size, int step)
{
    return (int)(((long)rank + step + size) % size);
}

#endif /* OPS_EDGES_H */
