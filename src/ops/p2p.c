/* p2p.c: makes functions and descriptors of operations between two ranks from
 * p2p.def. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <mpi.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/registry.h"
#include "ops/layout.h"
#include "ops/pairs.h"
#include "ops/pattern.h"
#include "ops/setup.h"

/* MPICH defines MPI_STATUSES_IGNORE as a small integer. gcc warns that MPI
 * writes to an array at this address. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Both ends of a message start at the same time, and a launch lasts until the
 * slower end has finished. So it takes the one-way time. */

/* Tags of data, and of the empty messages that make the peer go on. */
enum { DATA, WORD };

/* ---- who talks to whom -------------------------------------------------- */

/* A rank without a peer makes no persistent request. MPICH 4.0 crashes on a
 * partitioned request to MPI_PROC_NULL. After other requests to MPI_PROC_NULL,
 * it may not start a collective request that reuses their memory. */
static bool is_alone(const struct op_args *a)
{
    return a->peer == MPI_PROC_NULL;
}

static int right(const struct op_args *a)
{
    return a->rank + 1 < a->size ? a->rank + 1 : 0;
}

static int left(const struct op_args *a)
{
    return a->rank > 0 ? a->rank - 1 : a->size - 1;
}

/* Returns the source of a block of the ring: the left neighbour, because all
 * blocks move to the right. */
static struct source source_left(const struct op_args *a, int block)
{
    return (struct source){left(a), 0, 1, block};
}

/* Returns the number of rounds, or of messages in a window. */
static int times(const struct op_args *a)
{
    return ((const struct pair_params *)a->params)->n;
}

/* Send and receive the empty message that makes the peer go on. */
static int word_send(const struct op_args *a)
{
    return MPI_Send(NULL, 0, MPI_BYTE, a->peer, WORD, a->comm);
}

static int word_recv(const struct op_args *a)
{
    return MPI_Recv(NULL, 0, MPI_BYTE, a->peer, WORD, a->comm,
                    MPI_STATUS_IGNORE);
}

#define MODES(x) x(send, Send) x(ssend, Ssend) x(bsend, Bsend)
#define SENT(i) (char *)a->sendbuf + a->send.abytes[i], COUNT, a->type
#define RECEIVED(i) (char *)a->recvbuf + a->recv.abytes[i], COUNT, a->type

#define NAME(name) name
#define CALL(name) MPI_##name
#define COUNT (int)a->count
#include "ops/p2p.def"
#undef NAME
#undef CALL
#undef COUNT

#if HAVE_MPI_LARGE_COUNTS
#define NAME(name) name##_c
#define CALL(name) MPI_##name##_c
#define COUNT a->count
#include "ops/p2p.def"
#define LARGE(kind, function) .large.kind = function##_c,
#else
#define LARGE(kind, function)
#endif

static int rsend_init_run(void *state, const struct op_args *a)
{
    MPI_Request *request = &a->requests[a->slot];
    int rc;

    (void)state;
    if (is_alone(a))
        return MPI_SUCCESS;
    rc = op_is_origin(a) ? word_recv(a) : MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = MPI_Start(request);
    if (rc == MPI_SUCCESS && !op_is_origin(a))
        rc = word_send(a);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}

#if HAVE_MPI_PARTITIONED
/* Each partition is a block. Blocks are contiguous. */
static int psend_init_init(const struct op_args *a, MPI_Request *request)
{
    if (is_alone(a))
        return MPI_SUCCESS;
    return op_is_origin(a)
               ? MPI_Psend_init(a->sendbuf, a->send.n, a->count, a->type,
                                a->peer, DATA, a->comm, MPI_INFO_NULL, request)
               : MPI_Precv_init(a->recvbuf, a->recv.n, a->count, a->type,
                                a->peer, DATA, a->comm, MPI_INFO_NULL, request);
}

static int psend_init_run(void *state, const struct op_args *a)
{
    MPI_Request *request = &a->requests[a->slot];
    int partitions = op_is_origin(a) ? a->send.n : 0, rc;

    (void)state;
    if (is_alone(a))
        return MPI_SUCCESS;
    rc = MPI_Start(request);
    for (int i = 0; i < partitions && rc == MPI_SUCCESS; i++)
        rc = MPI_Pready(i, *request);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}
#endif

/* ---- around the launches ------------------------------------------------ */

/* Buffered sends: the origin attaches memory for one message, waits after each
 * launch until that is empty, and finally detaches it. */
#if HAVE_MPI_LARGE_COUNTS
typedef MPI_Count room_t;
#define ATTACH MPI_Buffer_attach_c
#define DETACH MPI_Buffer_detach_c
#else
typedef int room_t;
#define ATTACH MPI_Buffer_attach
#define DETACH MPI_Buffer_detach
#endif

static int bsend_open(void **state, struct op_args *a, char **cause)
{
    /* packed data is not larger, because all machines are of one kind */
    MPI_Count bytes = a->count * (MPI_Count)a->type_size + MPI_BSEND_OVERHEAD;
    int rc;

    (void)cause;
    if (!layout_at(AT_ORIGIN, a))
        return MPI_SUCCESS;
    if ((room_t)bytes != bytes)
        return MPI_ERR_COUNT;
    *state = malloc((size_t)bytes);
    if (*state == NULL)
        return MPI_ERR_NO_MEM;
    rc = ATTACH(*state, (room_t)bytes);
    if (rc != MPI_SUCCESS) {
        free(*state);
        *state = NULL;
    }
    return rc;
}

/* Waits until the message has left the memory, so that there is room for the
 * next one; MPI may not notice by itself that it has arrived. */
static int bsend_after(void *state, const struct op_args *a)
{
    void *buffer;
    room_t bytes;
    int rc;

    (void)a;
    if (state == NULL)
        return MPI_SUCCESS;
    rc = DETACH(&buffer, &bytes);
    return rc != MPI_SUCCESS ? rc : ATTACH(buffer, bytes);
}

static void bsend_close(void *state, struct op_args *a)
{
    void *attached;
    room_t bytes;

    (void)a;
    if (state != NULL)
        DETACH(&attached, &bytes);
    free(state);
}

/* A round trip counts as two messages. */
static double ways(const struct op_args *a)
{
    return 2.0 * times(a);
}

#define ROW(low, text, ...)                                                    \
    &(const struct op)                                                         \
    {                                                                          \
        .name = #low, .help = text, .ranks = 2, __VA_ARGS__                    \
    }
/* A descriptor made from a function of p2p.def. */
#define MADE(kind, function) .call.kind = function, LARGE(kind, function)

#define BETWEEN(table, extent, sender, receiver, messages)                     \
    .params = &pairs_##table, .edges = pairs_##messages,                       \
    .send = {extent, sender}, .recv = {extent, receiver},                      \
    .source = source_peer
#define ONE_WAY                                                                \
    BETWEEN(params, EXT_ONE, AT_ORIGIN, AT_TARGET, one_way),                   \
        .traffic = traffic_of_edges
#define THREADS .flags = OP_THREADS
#define BUFFERED                                                               \
    ONE_WAY, .life = {.open = bsend_open,                                      \
                      .after = bsend_after,                                    \
                      .close = bsend_close}
#define READY ", after an empty message the other way"

#if HAVE_MPI_PARTITIONED
#define PARTITIONED                                                            \
    .call = {.run = psend_init_run, .init = psend_init_init},                  \
    .large = {.run = psend_init_run, .init = psend_init_init}
#else
#define PARTITIONED .missing = "partitioned communication came with MPI 4.0"
#endif
#define RING                                                                   \
    .send = {EXT_ONE, AT_ALL}, .recv = {EXT_ONE, AT_ALL},                      \
    .source = source_left, .traffic = traffic_of_one
#define RING_REPLACE                                                           \
    .recv = {EXT_ONE, AT_ALL}, .inout = AT_ALL, .source = source_left,         \
    .traffic = traffic_of_one
#if HAVE_MPI_ISENDRECV
#define ISENDRECV(function) MADE(start, function)
#else
#define ISENDRECV(function) .missing = "MPI_Isendrecv came with MPI 4.0",
#endif

const struct op *const p2p_ops[] = {
    ROW(send, "MPI_Send to MPI_Recv, one way", MADE(run, send_run) ONE_WAY,
        THREADS),
    ROW(ssend, "MPI_Ssend to MPI_Recv, one way", MADE(run, ssend_run) ONE_WAY,
        THREADS),
    ROW(bsend, "MPI_Bsend to MPI_Recv, one way", MADE(run, bsend_run) BUFFERED),
    ROW(rsend, "MPI_Rsend to MPI_Irecv, one way" READY,
        MADE(run, rsend_run) ONE_WAY),
    ROW(isend, "MPI_Isend to MPI_Irecv, MPI_Wait on both, one way",
        MADE(start, send_start) ONE_WAY, THREADS),
    ROW(issend, "MPI_Issend to MPI_Irecv, MPI_Wait on both, one way",
        MADE(start, ssend_start) ONE_WAY, THREADS),
    ROW(ibsend, "MPI_Ibsend to MPI_Irecv, MPI_Wait on both, one way",
        MADE(start, bsend_start) BUFFERED),
    ROW(irsend, "MPI_Irsend to MPI_Irecv, MPI_Wait on both, one way" READY,
        MADE(start, rsend_start) ONE_WAY),
    ROW(send_init,
        "MPI_Send_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
        MADE(init, send_init) ONE_WAY),
    ROW(ssend_init,
        "MPI_Ssend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
        MADE(init, ssend_init) ONE_WAY),
    ROW(bsend_init,
        "MPI_Bsend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
        MADE(init, bsend_init) BUFFERED),
    ROW(rsend_init,
        "MPI_Rsend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait" READY,
        .call.run = rsend_init_run, .large.run = rsend_init_run,
        MADE(init, rsend_init) ONE_WAY),
    ROW(psend_init,
        "MPI_Psend_init once, then MPI_Start, MPI_Pready for each part, "
        "MPI_Wait",
        PARTITIONED,
        BETWEEN(partitions, EXT_EDGES, AT_ORIGIN, AT_TARGET, one_way),
        .traffic = traffic_of_edges),
    ROW(pingpong,
        "MPI_Send and MPI_Recv there and back; the time is half the round trip",
        MADE(run, pingpong_run)
            BETWEEN(rounds, EXT_ONE, AT_PAIR, AT_PAIR, one_each),
        .repeats = ways, .traffic = traffic_of_origin, THREADS),
    ROW(pingping, "MPI_Isend, MPI_Recv and MPI_Wait on both ranks at once",
        MADE(run, pingping_run)
            BETWEEN(params, EXT_ONE, AT_PAIR, AT_PAIR, both_ways),
        .traffic = traffic_of_edges, THREADS),
    ROW(sendrecv, "MPI_Sendrecv: each rank to its right, from its left",
        MADE(run, sendrecv_run) RING),
    ROW(sendrecv_replace,
        "MPI_Sendrecv_replace: each rank to its right, from its left",
        MADE(run, sendrecv_replace_run) RING_REPLACE),
    ROW(isendrecv, "MPI_Isendrecv and MPI_Wait: each rank to its right",
        ISENDRECV(isendrecv_start) RING),
    ROW(isendrecv_replace,
        "MPI_Isendrecv_replace and MPI_Wait: each rank to its right",
        ISENDRECV(isendrecv_replace_start) RING_REPLACE),
    ROW(exchange,
        "MPI_Irecv and MPI_Isend of every message of a --pattern, MPI_Waitall",
        .params = &pattern_params, .edges = pattern_edges,
        .content = pattern_content, .send = {EXT_EDGES, AT_ALL},
        .recv = {EXT_EDGES, AT_ALL}, .source = op_source_edge,
        .traffic = traffic_of_edges),
    ROW(bandwidth, "a window of MPI_Isend one way, then an empty message back",
        MADE(run, bandwidth_run)
            BETWEEN(window, EXT_EDGES, AT_ORIGIN, AT_TARGET, one_way),
        .main = "bandwidth", .traffic = traffic_of_edges, THREADS),
    ROW(bibandwidth, "a window of MPI_Isend each way at once",
        MADE(run, window_run)
            BETWEEN(window, EXT_EDGES, AT_PAIR, AT_PAIR, both_ways),
        .main = "bandwidth", .traffic = traffic_of_edges, THREADS),
    NULL,
};
