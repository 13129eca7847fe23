/* exchange_msgsched.h: the schedules of libmsgsched that exchange has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_EXCHANGE_MSGSCHED_H
#define ADAPTERS_EXCHANGE_MSGSCHED_H

#include "algos/msgsched/msgsched.h"
#include "ops/op.h"

/* A plan has persistent requests for so many pairs of buffers. */
enum { PERSISTENT_SLOTS = 16 };

/* X(NAME, SCHEDULE, SLOTS, HELP): the algorithm NAME of exchange, which
 * prepares for at most SLOTS slots of -b cold; 0: any number. */
#define MSGSCHED_ALGOS(X)                                                      \
    X(direct, DIRECT, 0, "libmsgsched: all messages at once, as they come")    \
    X(persistent, PERSISTENT, PERSISTENT_SLOTS,                                \
      "libmsgsched: the same by persistent requests")                          \
    X(window, WINDOW, 0, "libmsgsched: a bounded number of sends at a time")   \
    X(fixed, FIXED, 0, "libmsgsched: merged into bundles of a fixed size")     \
    X(throttle, THROTTLE, 0,                                                   \
      "libmsgsched: few sends at a time, from few ranks of a node")            \
    X(datatype, DATATYPE, 0,                                                   \
      "libmsgsched: one message a peer, by a derived datatype")                \
    X(neighbor, NEIGHBOR, 0, "libmsgsched: MPI_Ineighbor_alltoallw")           \
    X(reorder, REORDER, 0,                                                     \
      "libmsgsched: ordered by distance and weight, then all at once")         \
    X(merge, MERGE, 0,                                                         \
      "libmsgsched: merged into wire messages that grow, packed meanwhile")    \
    X(both, BOTH, 0, "libmsgsched: reordered, then merged")                    \
    X(auto, AUTO, 0, "libmsgsched: the fastest of seven, which its plan tries")

#define MSGSCHED_DECLARE(name, schedule, slots, help)                          \
    extern const struct algo algo_msgsched_##name;
MSGSCHED_ALGOS(MSGSCHED_DECLARE)
#undef MSGSCHED_DECLARE

#endif /* ADAPTERS_EXCHANGE_MSGSCHED_H */
