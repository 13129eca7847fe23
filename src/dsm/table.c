/* table.c: operations on distributed shared memory, and their algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/table.h"

const struct op *const dsm_ops[] = {
    &op_dsm_barrier,    &op_dsm_jacobi, &op_dsm_first_touch,
    &op_microshmem_put, NULL,
};

void dsm_register(struct registry *r)
{
    registry_add_ops(r, dsm_ops);
    registry_add(r, dsm_barrier_algos);
    registry_add(r, dsm_jacobi_algos);
    registry_add(r, dsm_first_algos);
    registry_add(r, put_algos);
}
