/* adapters.c: the table of the libraries' algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/adapters.h"

#include "dsm/table.h"

/* In the order of --list. */
static const struct algo *const adapter_algos[] = {
    &algo_shmbcast,
    &algo_shmbcast_auto,
    &algo_shm_barrier,
    &algo_shm_allreduce,
    &algo_shm_reduce,
    &algo_shm_allgather,
    &algo_dsm_barrier_refnuma,
    &algo_dsm_jacobi_refnuma,
    &algo_dsm_first_refnuma,
    &algo_dsm_barrier_ga,
    &algo_microshmem_put,
    &algo_msgsched_direct,
    &algo_msgsched_persistent,
    &algo_msgsched_window,
    &algo_msgsched_fixed,
    &algo_msgsched_throttle,
    &algo_msgsched_datatype,
    &algo_msgsched_neighbor,
    &algo_msgsched_reorder,
    &algo_msgsched_merge,
    &algo_msgsched_both,
    &algo_msgsched_auto,
    NULL,
};

void adapters_open(struct registry *r)
{
    registry_open(r);
    dsm_register(r);
    registry_add(r, adapter_algos);
}
