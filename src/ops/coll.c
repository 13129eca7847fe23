/* coll.c: makes functions and descriptors of MPI's collectives from
 * coll.def. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <mpi.h>
#if HAVE_MPIX_PERSISTENT_COLLECTIVES
#include <mpi-ext.h>
#endif
#include "ops/registry.h"
#include "ops/layout.h"
#include "ops/pattern.h"

#if HAVE_MPI_PERSISTENT_COLLECTIVES
#define INIT(Up) MPI_##Up##_init
#define PREFIX "MPI_"
#elif HAVE_MPIX_PERSISTENT_COLLECTIVES
#define INIT(Up) MPIX_##Up##_init
#define PREFIX "MPIX_"
#else
#define PREFIX "MPI_"
#endif

#define COMM a->comm
#define ROOT a->root
#define TYPE a->type
#define OP a->op
#define SENDBUF a->sendbuf
#define RECVBUF a->recvbuf
#define SENDTYPES a->send.types
#define RECVTYPES a->recv.types
#define SENDAINTS a->send.abytes
#define RECVAINTS a->recv.abytes

#define LIST(...) __VA_ARGS__

/* Each function exists with counts of type int and with large counts. */
#define COUNT PICK((int)a->count, a->count)
#define SENDCOUNT PICK(a->send.icounts[0], a->send.counts[0])
#define RECVCOUNT PICK(a->recv.icounts[0], a->recv.counts[0])
#define SENDCOUNTS PICK(a->send.icounts, a->send.counts)
#define RECVCOUNTS PICK(a->recv.icounts, a->recv.counts)
#define SENDTIMES PICK(a->send.itimes, a->send.times)
#define RECVTIMES PICK(a->recv.itimes, a->recv.times)
#define SENDDISPLS PICK(a->send.idispls, a->send.adispls)
#define RECVDISPLS PICK(a->recv.idispls, a->recv.adispls)
#define SENDBYTES PICK(a->send.ibytes, a->send.abytes)
#define RECVBYTES PICK(a->recv.ibytes, a->recv.abytes)

#define RUN(name, call, args)                                                  \
    static int name(void *state, const struct op_args *a)                      \
    {                                                                          \
        (void)state;                                                           \
        return call args;                                                      \
    }
#define REQUEST(name, call, ...)                                               \
    static int name(const struct op_args *a, MPI_Request *request)             \
    {                                                                          \
        return call(__VA_ARGS__, request);                                     \
    }

#define PICK(small, large) small
#define COLL(low, Up, args, ...)                                               \
    RUN(low##_run, MPI_##Up, args)                                             \
    REQUEST(low##_start, MPI_I##low, LIST args)
#include "ops/coll.def"
#undef COLL

#ifdef INIT
#define COLL(low, Up, args, ...)                                               \
    REQUEST(low##_init, INIT(Up), LIST args, MPI_INFO_NULL)
#include "ops/coll.def"
#undef COLL
#endif
#undef PICK

#if HAVE_MPI_LARGE_COUNTS
/* MPI_Barrier has no counts, so it has no large-count form. */
#define MPI_Barrier_c MPI_Barrier
#define MPI_Ibarrier_c MPI_Ibarrier
#define MPI_Barrier_init_c MPI_Barrier_init

#define PICK(small, large) large
#define COLL(low, Up, args, ...)                                               \
    RUN(low##_run_c, MPI_##Up##_c, args)                                       \
    REQUEST(low##_start_c, MPI_I##low##_c, LIST args)                          \
    REQUEST(low##_init_c, MPI_##Up##_init_c, LIST args, MPI_INFO_NULL)
#include "ops/coll.def"
#undef COLL
#define LARGE(field, function) .large.field = function##_c,
#else
#define LARGE(field, function)
#endif

/* Number of blocks that must pass each rank's link. nccl-tests has the same
 * factors, relative to the total size of a rank's blocks. */
static double bus_once(int n)
{
    (void)n;
    return 1;
}

static double bus_peers(int n)
{
    return n - 1;
}

static double bus_twice(int n)
{
    return 2.0 * (n - 1) / n;
}

#define ON_TOPOLOGY                                                            \
    .params = &topology_params, .connect = topology_connect,                   \
    .edges = topology_edges

#ifdef INIT
#define PERSISTENT(low)                                                        \
    .call.init = low##_init, LARGE(init, low##_init).missing = NULL
#else
#define PERSISTENT(low) .missing = "persistent collectives came with MPI 4.0"
#endif

#define ROW(low, text, ...)                                                    \
    &(const struct op){.name = low, .help = text, .ranks = 2, __VA_ARGS__},

/* Each thread calls a collective on a communicator of its own. Persistent
 * collectives have no requests for threads. */
#define THREADED OP_THREADS
const struct op *const coll_ops[] = {
#define COLL(low, Up, args, ...)                                               \
    ROW(#low, "MPI_" #Up, .call.run = low##_run,                               \
        LARGE(run, low##_run) __VA_ARGS__)
#include "ops/coll.def"
#undef COLL
#define COLL(low, Up, args, ...)                                               \
    ROW("i" #low, "MPI_I" #low " and MPI_Wait", .call.start = low##_start,     \
        LARGE(start, low##_start) __VA_ARGS__)
#include "ops/coll.def"
#undef COLL
#undef THREADED
#define THREADED 0U
#define COLL(low, Up, args, ...)                                               \
    ROW(#low "_init", PREFIX #Up "_init once, then MPI_Start and MPI_Wait",    \
        PERSISTENT(low), __VA_ARGS__)
#include "ops/coll.def"
#undef COLL
    NULL,
};
