/* rma.c: one-sided operations: every call of rma.def, every way to
 * synchronize. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The origin, the lower rank of a pair, does the calls on the memory of the
 * target. doc/rma.md says what each time contains.
 */
#include "config.h"
#include <mpi.h>
#include "ops/families.h"
#include "ops/source.h"
#include "ops/rma_window.h"
#include "ops/traffic.h"

/* A call as the origin makes it. */
typedef int call_fn(const struct op_args *a, const struct rma *w);

/* Epochs are closed and messages sent whatever failed, since another rank may
 * wait for it; the first failure counts. */
static int first_of(int rc, int later)
{
    return rc != MPI_SUCCESS ? rc : later;
}

/* ---- ways to synchronize ------------------------------------------------ */

/* Collective: idle ranks have a part in it too. */
static inline int fence(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, w->win);

    if (w->role == RMA_ORIGIN)
        rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win));
}

/* Post, start, complete, wait: between the two ranks of the pair. */
static inline int pscw(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc = MPI_SUCCESS;

    if (w->role == RMA_ORIGIN) {
        rc = MPI_Win_start(w->peer, 0, w->win);
        rc = first_of(rc, call(a, w));
        rc = first_of(rc, MPI_Win_complete(w->win));
    } else if (w->role == RMA_TARGET) {
        rc = MPI_Win_post(w->peer, 0, w->win);
        rc = first_of(rc, MPI_Win_wait(w->win));
    }
    return rc;
}

/* An epoch for each call. */
static inline int lock(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc;

    if (w->role != RMA_ORIGIN)
        return MPI_SUCCESS;
    rc = MPI_Win_lock(MPI_LOCK_SHARED, a->peer, 0, w->win);
    rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_unlock(a->peer, w->win));
}

/* In the epoch that rma_open_locked() began. */
static inline int flush(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc;

    if (w->role != RMA_ORIGIN)
        return MPI_SUCCESS;
    rc = call(a, w);
    return first_of(rc, MPI_Win_flush(a->peer, w->win));
}

/* ---- until a target that has no part in it has the result --------------- */

/* The target waits within MPI, so that the library can serve the origin where
 * it needs the target's processor for that, as long as it takes. */
static int origin_done(const struct op_args *a, const struct rma *w)
{
    if (w->role == RMA_ORIGIN)
        return MPI_Send(NULL, 0, MPI_BYTE, a->peer, 0, a->comm);
    if (w->role == RMA_TARGET)
        return MPI_Recv(NULL, 0, MPI_BYTE, a->peer, 0, a->comm,
                        MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

/* The memory of the window and this rank's view of it become the same: by an
 * epoch of its own where none is open. */
static int lock_after(void *state, const struct op_args *a)
{
    const struct rma *w = state;
    int rc = origin_done(a, w);

    if (w->role != RMA_TARGET)
        return rc;
    rc = first_of(rc, MPI_Win_lock(MPI_LOCK_SHARED, a->rank, 0, w->win));
    return first_of(rc, MPI_Win_unlock(a->rank, w->win));
}

static int flush_after(void *state, const struct op_args *a)
{
    const struct rma *w = state;

    return first_of(origin_done(a, w), MPI_Win_sync(w->win));
}

/* DO(way, flags, open, after, help of a call, ...) */
#define WAYS(DO, ...)                                                          \
    DO(fence, 0, rma_open, NULL, HELP_FENCE, __VA_ARGS__)                      \
    DO(pscw, 0, rma_open, NULL, HELP_PSCW, __VA_ARGS__)                        \
    DO(lock, OP_PASSIVE, rma_open, lock_after, HELP_LOCK, __VA_ARGS__)         \
    DO(flush, OP_PASSIVE, rma_open_locked, flush_after, HELP_FLUSH, __VA_ARGS__)

#define HELP_FENCE(call) "MPI_Win_fence, " call ", MPI_Win_fence"
#define HELP_PSCW(call) call " between MPI_Win_start and MPI_Win_complete"
#define HELP_LOCK(call) "MPI_Win_lock, " call ", MPI_Win_unlock"
#define HELP_FLUSH(call) call " and MPI_Win_flush, the window locked for good"

/* ---- arguments ---------------------------------------------------------- */

#define SENDBUF a->sendbuf
#define RECVBUF a->recvbuf
#define COMPARED (char *)a->sendbuf + a->send.abytes[1]
#define TYPE a->type
#define OP a->op
#define TARGET a->peer
#define DISP w->base + (MPI_Aint)a->slot * w->stride
#define WIN w->win

/* ---- calls -------------------------------------------------------------- */

#define RUN(way, flags, open, after, help, call)                               \
    static int call##_##way(void *state, const struct op_args *a)              \
    {                                                                          \
        return way(a, state, call);                                            \
    }

#define COUNT (int)a->count
#define RMA(low, Up, flags, args, ...)                                         \
    static int low(const struct op_args *a, const struct rma *w)               \
    {                                                                          \
        return MPI_##Up args;                                                  \
    }                                                                          \
    WAYS(RUN, low)
#include "ops/rma.def"
#undef RMA
#undef COUNT

#if HAVE_MPI_LARGE_COUNTS
#define COUNT a->count
/* Those of one element have no other form. */
#define MPI_Fetch_and_op_c MPI_Fetch_and_op
#define MPI_Compare_and_swap_c MPI_Compare_and_swap

#define RMA(low, Up, flags, args, ...)                                         \
    static int low##_c(const struct op_args *a, const struct rma *w)           \
    {                                                                          \
        return MPI_##Up##_c args;                                              \
    }                                                                          \
    WAYS(RUN, low##_c)
#include "ops/rma.def"
#undef RMA
#define LARGE(low, way) .large.run = low##_c_##way,
#else
#define LARGE(low, way)
#endif

/* ---- descriptors -------------------------------------------------------- */

/* Both ranks get what the target holds. */
static struct source source_target(const struct op_args *a, int block)
{
    return (struct source){a->rank > a->peer ? a->rank : a->peer, 0, 1, block};
}

/* The target gets the origin's and its own together; the origin, if anything,
 * what the target held before. */
static struct source source_accumulate(const struct op_args *a, int block)
{
    return (struct source){a->peer, a->rank - a->peer,
                           a->rank > a->peer ? 2 : 1, block};
}

#define DESCRIPTOR(way, way_flags, open_fn, after_fn, help_of, low, Up,        \
                   call_flags, ...)                                            \
    static const struct op op_##low##_##way = {                                \
        .name = #low "_" #way,                                                 \
        .help = help_of("MPI_" #Up),                                           \
        .ranks = 2,                                                            \
        .flags = way_flags | call_flags,                                       \
        .call.run = low##_##way,                                               \
        LARGE(low, way).params = &rma_params,                                  \
        .edges = pairs_one_each,                                               \
        .traffic = traffic_of_origin,                                          \
        .life = {.open = open_fn, .after = after_fn, .close = rma_close},      \
        __VA_ARGS__,                                                           \
    };
#define RMA(low, Up, flags, args, ...)                                         \
    WAYS(DESCRIPTOR, low, Up, flags, __VA_ARGS__)
#include "ops/rma.def"
#undef RMA

#define NAME(way, flags, open, after, help, low) &op_##low##_##way,
const struct op *const rma_ops[] = {
#define RMA(low, ...) WAYS(NAME, low)
#include "ops/rma.def"
    NULL,
};
