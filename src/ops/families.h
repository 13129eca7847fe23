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
extern const struct op *const null_ops[];        /* null.c */
extern const struct op *const dsm_ops[]; /* dsm_barrier.c: shared arrays */

/* Of dsm_ops: dsm_jacobi.c, dsm_first.c, put.c. */
extern const struct op op_dsm_jacobi, op_dsm_first_touch, op_microshmem_put;

extern const struct algo algo_overlap; /* overlap.c */

/* Algorithms of dsm_ops that need no library; tables end with NULL. */
extern const struct algo *const dsm_known_algos[];  /* dsm_barrier_known.c */
extern const struct algo *const dsm_whole_algos[];  /* dsm_barrier_whole.c */
extern const struct algo *const dsm_jacobi_algos[]; /* ..._rivals.c */
extern const struct algo *const dsm_first_algos[];
extern const struct algo *const put_algos[];
extern const struct algo algo_dsm_barrier_shwin, algo_dsm_barrier_trivial;

#endif /* OPS_FAMILIES_H */
