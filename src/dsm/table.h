/* table.h: operations on distributed shared memory, and their algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_TABLE_H
#define DSM_TABLE_H

#include "ops/registry.h"

/* Adds the operations, and their algorithms that use MPI only. */
void dsm_register(struct registry *r);

/* NULL-terminated. */
extern const struct op *const dsm_ops[];

extern const struct op op_dsm_barrier, op_dsm_jacobi, op_dsm_first_touch,
    op_microshmem_put;

/* NULL-terminated arrays: algorithms that use MPI only. */
extern const struct algo *const dsm_barrier_algos[];
extern const struct algo *const dsm_jacobi_algos[];
extern const struct algo *const dsm_first_algos[];
extern const struct algo *const put_algos[];
extern const struct algo algo_dsm_barrier_trivial; /* one of the first */

/* Algorithms of libraries. The table of adapters lists them. */
extern const struct algo algo_dsm_barrier_refnuma, algo_dsm_jacobi_refnuma,
    algo_dsm_first_refnuma, algo_dsm_barrier_ga, algo_microshmem_put;

#endif /* DSM_TABLE_H */
