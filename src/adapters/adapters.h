/* adapters.h: algorithm libraries as algorithms of operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_ADAPTERS_H
#define ADAPTERS_ADAPTERS_H

#include "ops/op.h"

extern const struct algo algo_shmbcast;            /* in bcast_shmbcast.c */
extern const struct algo algo_shmbcast_auto;       /* in
                                                    * bcast_shmbcast_auto.c */
extern const struct algo algo_dsm_barrier_refnuma; /* in dsm_refnuma.c */
extern const struct algo algo_dsm_jacobi_refnuma;  /* in dsm_refnuma.c */
extern const struct algo algo_dsm_first_refnuma;   /* in dsm_refnuma.c */
extern const struct algo algo_microshmem_put;      /* in microshmem_put.c */
extern const struct algo algo_dsm_barrier_ga; /* dsm_ga.c, or dsm_ga_none.c */
extern const struct algo algo_msgsched_direct, algo_msgsched_persistent,
    algo_msgsched_window, algo_msgsched_fixed, algo_msgsched_throttle,
    algo_msgsched_datatype, algo_msgsched_neighbor, algo_msgsched_reorder,
    algo_msgsched_merge, algo_msgsched_both,
    algo_msgsched_auto; /* in exchange_msgsched.c */

/* All of these, for registry_add(); NULL-terminated. */
extern const struct algo *const adapter_algos[];

/* Mock-ups, likewise (mock.c). */
extern const struct algo *const mock_algos[];

#endif /* ADAPTERS_ADAPTERS_H */
