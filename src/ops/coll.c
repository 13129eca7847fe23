/* coll.c: the MPI library's collectives: coll.def made into calls and rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The list is read once for each kind of call: with counts that an int holds
 * and with larger ones; blocking and nonblocking, which every MPI has, and
 * persistent. Then once for the descriptors.
 */
#include "config.h"
#include <mpi.h>
#if HAVE_MPIX_PERSISTENT_COLLECTIVES
#include <mpi-ext.h>
#endif
#include "ops/families.h"
#include "ops/source.h"
#include "ops/topology.h"

#if HAVE_MPI_PERSISTENT_COLLECTIVES
#define INIT(Up) MPI_##Up##_init
#define PREFIX "MPI_"
#elif HAVE_MPIX_PERSISTENT_COLLECTIVES
#define INIT(Up) MPIX_##Up##_init
#define PREFIX "MPIX_"
#else
#define PREFIX "MPI_"
#endif

/* ---- arguments --------------------------------------------------------- */

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

/* ---- counts that an int holds ------------------------------------------ */

#define COUNT (int)a->count
#define SENDCOUNT a->send.icounts[0]
#define RECVCOUNT a->recv.icounts[0]
#define SENDCOUNTS a->send.icounts
#define RECVCOUNTS a->recv.icounts
#define SENDDISPLS a->send.idispls
#define RECVDISPLS a->recv.idispls
#define SENDBYTES a->send.ibytes
#define RECVBYTES a->recv.ibytes

#define COLL(low, Up, args, ...)                                            \
    static int low##_run(void *state, const struct op_args *a)                \
    {                                                                          \
        (void)state;                                                           \
        return MPI_##Up args;                                                \
    }                                                                          \
    static int low##_start(const struct op_args *a, MPI_Request *request)     \
    {                                                                          \
        return MPI_I##low(LIST args, request);                                \
    }
#include "ops/coll.def"
#undef COLL

#ifdef INIT
#define COLL(low, Up, args, ...)                                            \
    static int low##_init(const struct op_args *a, MPI_Request *request)      \
    {                                                                          \
        return INIT(Up)(LIST args, MPI_INFO_NULL, request);                  \
    }
#include "ops/coll.def"
#undef COLL
#endif

#undef COUNT
#undef SENDCOUNT
#undef RECVCOUNT
#undef SENDCOUNTS
#undef RECVCOUNTS
#undef SENDDISPLS
#undef RECVDISPLS
#undef SENDBYTES
#undef RECVBYTES

/* ---- larger counts ----------------------------------------------------- */

#if HAVE_MPI_LARGE_COUNTS
#define COUNT a->count
#define SENDCOUNT a->send.counts[0]
#define RECVCOUNT a->recv.counts[0]
#define SENDCOUNTS a->send.counts
#define RECVCOUNTS a->recv.counts
#define SENDDISPLS a->send.adispls
#define RECVDISPLS a->recv.adispls
#define SENDBYTES a->send.abytes
#define RECVBYTES a->recv.abytes
/* The one without counts has no other form. */
#define MPI_Barrier_c MPI_Barrier
#define MPI_Ibarrier_c MPI_Ibarrier
#define MPI_Barrier_init_c MPI_Barrier_init

#define COLL(low, Up, args, ...)                                            \
    static int low##_run_c(void *state, const struct op_args *a)              \
    {                                                                          \
        (void)state;                                                           \
        return MPI_##Up##_c args;                                            \
    }                                                                          \
    static int low##_start_c(const struct op_args *a, MPI_Request *request)   \
    {                                                                          \
        return MPI_I##low##_c(LIST args, request);                            \
    }                                                                          \
    static int low##_init_c(const struct op_args *a, MPI_Request *request)    \
    {                                                                          \
        return MPI_##Up##_init_c(LIST args, MPI_INFO_NULL, request);         \
    }
#include "ops/coll.def"
#undef COLL
#define LARGE(field, function) .large.field = function##_c,
#else
#define LARGE(field, function)
#endif

/* ---- descriptors ------------------------------------------------------- */

#define ON_TOPOLOGY                                                           \
    .params = &topology_params, .connect = topology_connect,                  \
    .edges = topology_edges

#ifdef INIT
#define PERSISTENT(low)                                                       \
    .call.init = low##_init, LARGE(init, low##_init).missing = NULL
#else
#define PERSISTENT(low)                                                       \
    .missing = "persistent collectives came with MPI 4.0"
#endif

#define COLL(low, Up, args, ...)                                            \
    static const struct op op_##low = {                                       \
        .name = #low,                                                         \
        .help = "MPI_" #Up,                                                  \
        .ranks = 2,                                                           \
        .call.run = low##_run,                                                \
        LARGE(run, low##_run) __VA_ARGS__,                                    \
    };                                                                         \
    static const struct op op_i##low = {                                      \
        .name = "i" #low,                                                     \
        .help = "MPI_I" #low " and MPI_Wait",                                 \
        .ranks = 2,                                                           \
        .call.start = low##_start,                                            \
        LARGE(start, low##_start) __VA_ARGS__,                                \
    };                                                                         \
    static const struct op op_##low##_init = {                                \
        .name = #low "_init",                                                 \
        .help = PREFIX #Up "_init once, then MPI_Start and MPI_Wait",          \
        .ranks = 2,                                                           \
        PERSISTENT(low),                                                      \
        __VA_ARGS__,                                                           \
    };
#include "ops/coll.def"
#undef COLL

const struct op *const coll_ops[] = {
#define COLL(low, ...) &op_##low,
#include "ops/coll.def"
#undef COLL
#define COLL(low, ...) &op_i##low,
#include "ops/coll.def"
#undef COLL
#define COLL(low, ...) &op_##low##_init,
#include "ops/coll.def"
#undef COLL
    NULL,
};
