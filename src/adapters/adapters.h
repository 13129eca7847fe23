/* adapters.h: adapters make algorithms of libraries available to operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_ADAPTERS_H
#define ADAPTERS_ADAPTERS_H

#include "ops/registry.h"

extern const struct algo algo_shmbcast, algo_shmbcast_auto;
extern const struct algo algo_shm_barrier, algo_shm_allreduce, algo_shm_reduce,
    algo_shm_allgather;
extern const struct algo algo_msgsched_direct, algo_msgsched_persistent,
    algo_msgsched_window, algo_msgsched_fixed, algo_msgsched_throttle,
    algo_msgsched_datatype, algo_msgsched_neighbor, algo_msgsched_reorder,
    algo_msgsched_merge, algo_msgsched_both, algo_msgsched_auto;

/* Makes a registry of all operations of this program, and of all algorithms
 * except mock-ups and the MPI library's own. */
void adapters_open(struct registry *r);

#endif /* ADAPTERS_ADAPTERS_H */
