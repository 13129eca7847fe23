/* families.h: the operations that mpiperf has of its own, family by family. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_FAMILIES_H
#define OPS_FAMILIES_H

#include "ops/op.h"

/* Tables end with NULL. */
extern const struct op *const coll_ops[];        /* coll.c: collectives */
extern const struct op *const p2p_ops[];         /* p2p.c: between two ranks */
extern const struct op *const rma_ops[];         /* rma.c: one-sided */
extern const struct op *const waitpattern_ops[]; /* waitpattern.c */
extern const struct op *const null_ops[];        /* the harness alone */
extern const struct op *const dsm_ops[]; /* dsm_barrier.c: shared arrays */

/* Of dsm_ops: dsm_jacobi.c, put.c. */
extern const struct op op_dsm_jacobi, op_microshmem_put;

extern const struct algo algo_overlap; /* overlap.c */

/* Algorithms of dsm_ops that need no library; tables end with NULL. */
extern const struct algo *const dsm_barrier_algos[]; /* dsm_barrier_rivals.c */
extern const struct algo *const dsm_algos[];         /* dsm_rivals.c */

#endif /* OPS_FAMILIES_H */
