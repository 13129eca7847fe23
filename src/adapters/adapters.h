/* adapters.h: adapters, which offer algorithms of libraries to operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_ADAPTERS_H
#define ADAPTERS_ADAPTERS_H

#include "ops/op.h"

#define ADAPTERS(X)                                                            \
    X(shmbcast)                                                                \
    X(shmbcast_auto)                                                           \
    X(dsm_barrier_refnuma)                                                     \
    X(dsm_jacobi_refnuma)                                                      \
    X(dsm_first_refnuma)                                                       \
    X(dsm_barrier_ga)                                                          \
    X(microshmem_put)                                                          \
    X(msgsched_direct)                                                         \
    X(msgsched_persistent)                                                     \
    X(msgsched_window)                                                         \
    X(msgsched_fixed)                                                          \
    X(msgsched_throttle)                                                       \
    X(msgsched_datatype)                                                       \
    X(msgsched_neighbor)                                                       \
    X(msgsched_reorder)                                                        \
    X(msgsched_merge)                                                          \
    X(msgsched_both)                                                           \
    X(msgsched_auto)

#define ADAPTER_DECLARE(name) extern const struct algo algo_##name;
ADAPTERS(ADAPTER_DECLARE)

/* All adapters, for registry_add(); NULL-terminated. */
extern const struct algo *const adapter_algos[];

/* The same for mock-ups (mock.c). */
extern const struct algo *const mock_algos[];

#endif /* ADAPTERS_ADAPTERS_H */
