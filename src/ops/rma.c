/* rma.c: one-sided operations: every call of rma.def with every kind of
 * synchronization. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <mpi.h>
#include "mpi/agree.h"
#include "ops/layout.h"
#include "ops/pairs.h"
#include "ops/registry.h"
#include "ops/setup.h"

/* MPICH defines MPI_STATUSES_IGNORE as a small integer. gcc warns that MPI
 * writes to an array at this address. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/*
 * The origin, the lower rank of a pair, makes the calls, which access the
 * target's memory. With `biput` each rank of a pair is origin and target.
 * doc/rma.md explains what the times include.
 */

/* All calls of the origin in a launch. */
typedef int call_fn(const struct op_args *a, const struct rma *w);

/* ---- synchronization ---------------------------------------------------- */

/* MPI_Win_fence is collective, so idle ranks call it, too. */
static inline int fence(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, w->win);

    if (w->origin)
        rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win));
}

/* Post, start, complete, wait (PSCW) between the two ranks of a pair. */
static inline int pscw(const struct op_args *a, const struct rma *w,
                       call_fn *call)
{
    int rc = MPI_SUCCESS;

    if (w->target)
        rc = MPI_Win_post(w->peer, 0, w->win);
    if (w->origin) {
        rc = first_of(rc, MPI_Win_start(w->peer, 0, w->win));
        rc = first_of(rc, call(a, w));
        rc = first_of(rc, MPI_Win_complete(w->win));
    }
    return w->target ? first_of(rc, MPI_Win_wait(w->win)) : rc;
}

/* Locks the target, makes the call, and unlocks the target. */
static inline int lock(const struct op_args *a, const struct rma *w,
                       call_fn *call)
{
    int rc;

    if (!w->origin)
        return MPI_SUCCESS;
    rc = MPI_Win_lock(MPI_LOCK_SHARED, a->peer, 0, w->win);
    rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_unlock(a->peer, w->win));
}

static inline int lock_all(const struct op_args *a, const struct rma *w,
                           call_fn *call)
{
    int rc;

    if (!w->origin)
        return MPI_SUCCESS;
    rc = MPI_Win_lock_all(0, w->win);
    rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_unlock_all(w->win));
}

/* Without synchronization in the epoch of rma_locked_one(): the calls complete
 * by their requests. */
static inline int wait(const struct op_args *a, const struct rma *w,
                       call_fn *call)
{
    return w->origin ? call(a, w) : MPI_SUCCESS;
}

/* Make the calls and flush them, in the epoch of rma_locked_one(). */
static inline int flush(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc = wait(a, w, call);

    return w->origin ? first_of(rc, MPI_Win_flush(a->peer, w->win)) : rc;
}

static inline int flush_local(const struct op_args *a, const struct rma *w,
                              call_fn *call)
{
    int rc = wait(a, w, call);

    return w->origin ? first_of(rc, MPI_Win_flush_local(a->peer, w->win)) : rc;
}

/* ---- after(): completion at a passive target ---------------------------- */

/* The target waits inside MPI until the origin has finished, so that libraries
 * which need the target's processor can make progress. */
static int origin_done(const struct op_args *a, const struct rma *w)
{
    return MPI_Sendrecv(NULL, 0, MPI_BYTE, w->origin ? a->peer : MPI_PROC_NULL,
                        0, NULL, 0, MPI_BYTE,
                        w->target ? a->peer : MPI_PROC_NULL, 0, a->comm,
                        MPI_STATUS_IGNORE);
}

/* Opens another epoch, which makes the result visible to loads on the
 * target. */
static int lock_after(void *state, const struct op_args *a)
{
    const struct rma *w = state;
    int rc = origin_done(a, w);

    if (!w->target)
        return rc;
    rc = first_of(rc, MPI_Win_lock(MPI_LOCK_SHARED, a->rank, 0, w->win));
    return first_of(rc, MPI_Win_unlock(a->rank, w->win));
}

/* Also completes calls that were only complete at the origin. */
static int flush_after(void *state, const struct op_args *a)
{
    const struct rma *w = state;
    int rc = w->origin ? MPI_Win_flush(a->peer, w->win) : MPI_SUCCESS;

    rc = first_of(rc, origin_done(a, w));
    return first_of(rc, MPI_Win_sync(w->win));
}

/* DO(name, flags, open, after, help of a call, ...) for each kind of
 * synchronization. `side` says who is the origin: one rank of a pair, or
 * both. */
#define WAYS(DO, side, ...)                                                    \
    DO(fence, 0, rma_open_##side, NULL, HELP_FENCE, __VA_ARGS__)               \
    DO(pscw, 0, rma_open_##side, NULL, HELP_PSCW, __VA_ARGS__)                 \
    DO(lock, OP_PASSIVE, rma_open_##side, lock_after, HELP_LOCK, __VA_ARGS__)  \
    DO(lock_all, OP_PASSIVE, rma_open_##side, lock_after, HELP_LOCK_ALL,       \
       __VA_ARGS__)                                                            \
    DO(flush, OP_PASSIVE, rma_locked_##side, flush_after, HELP_FLUSH,          \
       __VA_ARGS__)                                                            \
    DO(flush_local, OP_PASSIVE, rma_locked_##side, flush_after,                \
       HELP_FLUSH_LOCAL, __VA_ARGS__)
#define WAYS_ONE(DO, ...) WAYS(DO, one, __VA_ARGS__)
#define WAYS_BOTH(DO, ...) WAYS(DO, both, __VA_ARGS__)
/* Requests complete calls at the origin, and are for passive targets only. */
#define WAYS_REQUESTS(DO, ...)                                                 \
    DO(flush, OP_PASSIVE, rma_locked_one, flush_after, HELP_FLUSH,             \
       __VA_ARGS__)                                                            \
    DO(wait, OP_PASSIVE, rma_locked_one, flush_after, HELP_WAIT, __VA_ARGS__)

#define HELP_FENCE(call) "MPI_Win_fence, " call ", MPI_Win_fence"
#define HELP_PSCW(call) call " between MPI_Win_start and MPI_Win_complete"
#define HELP_LOCK(call) "MPI_Win_lock, " call ", MPI_Win_unlock"
#define HELP_LOCK_ALL(call) "MPI_Win_lock_all, " call ", MPI_Win_unlock_all"
#define HELP_FLUSH(call) call " and MPI_Win_flush; the window stays locked"
#define HELP_FLUSH_LOCAL(call)                                                 \
    call " and MPI_Win_flush_local; the window stays locked"
#define HELP_WAIT(call) call " and MPI_Wait; the window stays locked"

/* ---- arguments of call i ------------------------------------------------- */

#define SENDBUF (char *)a->sendbuf + a->send.abytes[i]
#define RECVBUF (char *)a->recvbuf + a->recv.abytes[i]
#define COMPARED (char *)a->sendbuf + a->send.abytes[a->edges.nout + i]
#define TYPE a->type
#define OP a->op
#define TARGET a->peer
#define DISP w->base + (MPI_Aint)a->slot * w->stride + a->recv.abytes[i]
#define WIN w->win
#define REQUEST &a->requests[i]

#define RUN(way, flags, open, after, help, call)                               \
    static int call##_##way(void *state, const struct op_args *a)              \
    {                                                                          \
        return way(a, state, call);                                            \
    }

/* What follows the calls of a row of rma.def. */
#define DONE_ONE MPI_SUCCESS
#define DONE_BOTH MPI_SUCCESS
#define DONE_REQUESTS                                                          \
    MPI_Waitall(a->edges.nout, a->requests, MPI_STATUSES_IGNORE)

/* Defines a function that makes the calls of the function MPI_`function`. */
#define CALLS(name, function, ways, args)                                      \
    static int name(const struct op_args *a, const struct rma *w)              \
    {                                                                          \
        int rc = MPI_SUCCESS;                                                  \
                                                                               \
        for (int i = 0; i < a->edges.nout && rc == MPI_SUCCESS; i++)           \
            rc = MPI_##function args;                                          \
        return rc != MPI_SUCCESS ? rc : DONE_##ways;                           \
    }                                                                          \
    WAYS_##ways(RUN, name)

#define COUNT (int)a->count
#define RMA(low, Up, ways, flags, args, ...) CALLS(low, Up, ways, args)
#include "ops/rma.def"
#undef RMA
#undef COUNT

#if HAVE_MPI_LARGE_COUNTS
#define COUNT a->count
/* Calls for one element have no count, so they have no large-count form. */
#define MPI_Fetch_and_op_c MPI_Fetch_and_op
#define MPI_Compare_and_swap_c MPI_Compare_and_swap

#define RMA(low, Up, ways, flags, args, ...) CALLS(low##_c, Up##_c, ways, args)
#include "ops/rma.def"
#undef RMA
#define LARGE(low, way) .large.run = low##_c_##way,
#else
#define LARGE(low, way)
#endif

/* Sources of results if both ranks end up with the target's data. */
static struct source source_target(const struct op_args *a, int block)
{
    return (struct source){op_is_origin(a) ? a->peer : a->rank, 0, 1, block};
}

/* Sources of results of accumulating calls. The target gets the combination of
 * the origin's data and its own; the origin, if it receives, gets the target's
 * previous data. */
static struct source source_accumulate(const struct op_args *a, int block)
{
    return (struct source){a->peer, a->rank - a->peer, op_is_origin(a) ? 1 : 2,
                           block};
}

static double calls(const struct op_args *a)
{
    return ((const struct rma_params *)a->params)->pair.n;
}

#define TRAFFIC_ONE traffic_of_origin
#define TRAFFIC_BOTH traffic_of_pair
#define TRAFFIC_REQUESTS traffic_of_origin

static struct traffic traffic_of_pair(const struct op_args *a)
{
    return a->peer >= 0 ? traffic_of_one(a) : (struct traffic){0, 0};
}

#define DESCRIPTOR(way, way_flags, open_fn, after_fn, help_of, low, Up, ways,  \
                   call_flags, ...)                                            \
    &(const struct op){                                                        \
        .name = #low "_" #way,                                                 \
        .help = help_of("MPI_" #Up),                                           \
        .ranks = 2,                                                            \
        .flags = way_flags | call_flags,                                       \
        .call.run = low##_##way,                                               \
        LARGE(low, way).params = &rma_params,                                  \
        .edges = pairs_both_ways,                                              \
        .repeats = calls,                                                      \
        .traffic = TRAFFIC_##ways,                                             \
        .life = {.open = open_fn, .after = after_fn, .close = rma_close},      \
        __VA_ARGS__,                                                           \
    },
#define RMA(low, Up, ways, flags, args, ...)                                   \
    WAYS_##ways(DESCRIPTOR, low, Up, ways, flags, __VA_ARGS__)
const struct op *const rma_ops[] = {
#include "ops/rma.def"
    NULL,
};
