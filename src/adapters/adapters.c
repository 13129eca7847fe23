/* adapters.c: the table of the adapters. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/adapters.h"
#include "adapters/exchange_msgsched.h"

#define MSGSCHED_ROW(name, schedule, slots, help) &algo_msgsched_##name,

const struct algo *const adapter_algos[] = {
    &algo_shmbcast,
    &algo_shmbcast_auto,
    &algo_dsm_barrier_refnuma,
    &algo_dsm_jacobi_refnuma,
    &algo_dsm_first_refnuma,
    &algo_dsm_barrier_ga,
    &algo_microshmem_put,
    MSGSCHED_ALGOS(MSGSCHED_ROW) NULL,
};
