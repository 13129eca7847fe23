/* rma.c: one-sided operations: every call of rma.def with every kind of
 * synchronization. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/layout.h"
#include "ops/pairs.h"
#include "ops/registry.h"
#include "ops/setup.h"

/*
 * The origin, the lower rank of a pair, makes the calls, which access the
 * target's memory. doc/rma.md explains what the times include.
 */

enum { CACHE_LINE = 64 };

enum rma_role { RMA_IDLE, RMA_ORIGIN, RMA_TARGET };

/* State of a one-sided operation. */
struct rma {
    enum rma_role role;
    MPI_Win win;
    MPI_Group peer;  /* the peer alone; MPI_GROUP_NULL on idle ranks */
    MPI_Aint base;   /* displacement of slot 0 in the peer's window */
    MPI_Aint stride; /* distance between two slots */
    void *attached;  /* memory attached to the dynamic window, or NULL */
    void *allocated; /* memory from MPI_Win_allocate(), or NULL */
    bool locked;     /* by MPI_Win_lock_all() */
};

/* ---- the window: kinds --------------------------------------------------- */

/* Creates a window of `bytes` bytes for this rank's receive buffers. Sets
 * w->base to their displacement in the window. */
typedef int make_fn(struct op_args *a, struct rma *w, MPI_Aint bytes);

/* The window starts at a cache line, because MPICH 4.0.2 accesses wrong memory
 * if it starts 8 bytes above a multiple of 16. */
static int make_create(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    unsigned char *base = a->recvmem;

    if (bytes > 0)
        w->base = (MPI_Aint)((uintptr_t)base % CACHE_LINE);
    return MPI_Win_create(base - w->base, bytes + w->base, 1, MPI_INFO_NULL,
                          a->comm, &w->win);
}

/* Allocates whole cache lines for the same reason, and because libraries place
 * the memory of ranks end to end, where ranks could share a line. */
static int make_allocate(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    bytes = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, a->comm, &w->allocated,
                            &w->win);
}

/* In a dynamic window displacements are addresses. */
static int make_dynamic(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    int rc = MPI_Win_create_dynamic(MPI_INFO_NULL, a->comm, &w->win);

    if (rc != MPI_SUCCESS || bytes == 0)
        return rc;
    rc = MPI_Win_attach(w->win, a->recvmem, bytes);
    if (rc != MPI_SUCCESS)
        return rc;
    w->attached = a->recvmem;
    return MPI_Get_address(a->recvmem, &w->base);
}

static make_fn *const makers[] = {
    [RMA_CREATE] = make_create,
    [RMA_ALLOCATE] = make_allocate,
    [RMA_DYNAMIC] = make_dynamic,
};

static const struct param_word window_words[] = {
    {"create", RMA_CREATE, NULL},
    {"allocate", RMA_ALLOCATE, NULL},
    {"dynamic", RMA_DYNAMIC, NULL},
    {0},
};

static const struct param rma_rows[] = {
    PAIRS_ROW,
    PARAM_ROW("window", struct rma_params, window, WORD, "create",
              "how windows are made: by MPI_Win_create, MPI_Win_allocate or "
              "MPI_Win_create_dynamic",
              .words = window_words),
    {0},
};

static const struct param_table rma_params =
    PARAM_TABLE("rma", rma_rows, struct rma_params);

/* ---- the window: open and close ----------------------------------------- */

static enum rma_role role_of(const struct op_args *a)
{
    return layout_at(AT_ORIGIN, a)   ? RMA_ORIGIN
           : layout_at(AT_TARGET, a) ? RMA_TARGET
                                     : RMA_IDLE;
}

/* Moves the target's receive buffers into the memory from MPI_Win_allocate().
 * Fails if /dev/shm lacks room for it. */
static int move_in(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t left = ((uintptr_t)a->recvmem + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)a->recvmem + (size_t)bytes) / page * page;

    if (left < end) /* frees the old pages */
        madvise((void *)left, end - left, MADV_DONTNEED);
    if (populate(w->allocated, (size_t)bytes) != 0)
        return MPI_ERR_NO_MEM;
    memset(w->allocated, BUFFERS_FILL, (size_t)bytes);
    a->recvmem = w->allocated;
    return MPI_SUCCESS;
}

/* Sets *bytes to the size of all slots, with the guard after the last block. */
static int exposed_bytes(const struct op_args *a, MPI_Aint *bytes)
{
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    *bytes = (MPI_Aint)((a->nslots - 1) * a->stride) +
             (MPI_Aint)a->recv.span * extent + BUFFERS_GUARD;
    return rc;
}

/* Sets w->base to the peer's displacement, and w->peer to a group with only the
 * peer. */
static int exchange_bases(const struct op_args *a, struct rma *w)
{
    MPI_Aint mine = w->base;
    MPI_Group all;
    int rc = MPI_Sendrecv(&mine, 1, MPI_AINT, a->peer, 0, &w->base, 1, MPI_AINT,
                          a->peer, 0, a->comm, MPI_STATUS_IGNORE);

    if (rc != MPI_SUCCESS || w->role == RMA_IDLE)
        return rc;
    rc = MPI_Comm_group(a->comm, &all);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Group_incl(all, 1, &a->peer, &w->peer);
    MPI_Group_free(&all);
    return rc;
}

/*
 * Creates a window that exposes the receive buffers of every target. Collective
 * over a->comm. rma_open_locked() also locks it for shared access, until
 * rma_close().
 */
static int rma_open(void **state, struct op_args *a, char **cause)
{
    const struct rma_params *p = a->params;
    struct rma *w = xcalloc(1, sizeof(*w));
    MPI_Aint bytes;
    int rc = exposed_bytes(a, &bytes);

    (void)cause;
    *w = (struct rma){
        .role = role_of(a),
        .win = MPI_WIN_NULL,
        .peer = MPI_GROUP_NULL,
        .stride = (MPI_Aint)a->stride,
    };
    *state = w;
    if (rc == MPI_SUCCESS && w->role != RMA_TARGET)
        bytes = 0;
    if (rc == MPI_SUCCESS && p->window == RMA_ALLOCATE &&
        (size_t)bytes > shm_room())
        rc = MPI_ERR_NO_SPACE;
    rc = agree_window(a->comm, &w->win, rc);
    if (rc == MPI_SUCCESS)
        rc = makers[p->window](a, w, bytes);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_set_errhandler(w->win, MPI_ERRORS_RETURN);
    rc = agree_window(a->comm, &w->win, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = exchange_bases(a, w);
    if (rc == MPI_SUCCESS && w->role == RMA_TARGET && w->allocated != NULL)
        rc = move_in(a, w, bytes);
    return rc;
}

static int rma_open_locked(void **state, struct op_args *a, char **cause)
{
    int rc = rma_open(state, a, cause);
    struct rma *w = *state;

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(0, w->win);
    w->locked = rc == MPI_SUCCESS;
    return rc;
}

static void rma_close(void *state, struct op_args *a)
{
    struct rma *w = state;

    (void)a;
    if (w == NULL)
        return;
    if (w->locked)
        MPI_Win_unlock_all(w->win);
    if (w->attached != NULL && w->win != MPI_WIN_NULL)
        MPI_Win_detach(w->win, w->attached);
    if (w->peer != MPI_GROUP_NULL)
        MPI_Group_free(&w->peer);
    if (w->win != MPI_WIN_NULL)
        MPI_Win_free(&w->win);
    free(w);
}

/* The origin's call. */
typedef int call_fn(const struct op_args *a, const struct rma *w);

/* ---- synchronization ---------------------------------------------------- */

/* MPI_Win_fence is collective, so idle ranks call it, too. */
static inline int fence(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, w->win);

    if (w->role == RMA_ORIGIN)
        rc = first_of(rc, call(a, w));
    return first_of(rc, MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win));
}

/* Post, start, complete, wait (PSCW) between the two ranks of a pair. */
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

/* Locks the target, makes the call, and unlocks the target. */
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

/* Makes the call and flushes it, in the epoch begun by rma_open_locked(). */
static inline int flush(const struct op_args *a, const struct rma *w,
                        call_fn *call)
{
    int rc;

    if (w->role != RMA_ORIGIN)
        return MPI_SUCCESS;
    rc = call(a, w);
    return first_of(rc, MPI_Win_flush(a->peer, w->win));
}

/* ---- after(): completion at a passive target ---------------------------- */

/* The target waits in MPI_Recv until the origin has finished, so that libraries
 * which need the target's processor can make progress. */
static int origin_done(const struct op_args *a, const struct rma *w)
{
    if (w->role == RMA_ORIGIN)
        return MPI_Send(NULL, 0, MPI_BYTE, a->peer, 0, a->comm);
    if (w->role == RMA_TARGET)
        return MPI_Recv(NULL, 0, MPI_BYTE, a->peer, 0, a->comm,
                        MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

/* Opens another epoch, which makes the result visible to loads on the
 * target. */
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

/* DO(name, flags, open, after, help of a call, ...) for each kind of
 * synchronization. */
#define WAYS(DO, ...)                                                          \
    DO(fence, 0, rma_open, NULL, HELP_FENCE, __VA_ARGS__)                      \
    DO(pscw, 0, rma_open, NULL, HELP_PSCW, __VA_ARGS__)                        \
    DO(lock, OP_PASSIVE, rma_open, lock_after, HELP_LOCK, __VA_ARGS__)         \
    DO(flush, OP_PASSIVE, rma_open_locked, flush_after, HELP_FLUSH, __VA_ARGS__)

#define HELP_FENCE(call) "MPI_Win_fence, " call ", MPI_Win_fence"
#define HELP_PSCW(call) call " between MPI_Win_start and MPI_Win_complete"
#define HELP_LOCK(call) "MPI_Win_lock, " call ", MPI_Win_unlock"
#define HELP_FLUSH(call) call " and MPI_Win_flush; the window stays locked"

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
/* Calls for one element have no count, so they have no large-count form. */
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

#define DESCRIPTOR(way, way_flags, open_fn, after_fn, help_of, low, Up,        \
                   call_flags, ...)                                            \
    &(const struct op){                                                        \
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
    },
#define RMA(low, Up, flags, args, ...)                                         \
    WAYS(DESCRIPTOR, low, Up, flags, __VA_ARGS__)
const struct op *const rma_ops[] = {
#include "ops/rma.def"
    NULL,
};
