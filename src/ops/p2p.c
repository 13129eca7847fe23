/* p2p.c: between two ranks: p2p.def made into calls, and their rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Both ends of a message start at the same time and a launch lasts until the
 * slower one is through, so that a send reads as the time one way.
 */
#include "config.h"
#include <mpi.h>
#include <stdlib.h>
#include "lib/params.h"
#include "lib/xmalloc.h"
#include "ops/p2p_bsend.h"
#include "ops/families.h"
#include "ops/origin.h"

/* MPICH says no statuses by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Tags: messages, words between them, and which way round the ring. */
enum { DATA, WORD, RIGHTWARD, LEFTWARD };

/* ---- who talks to whom -------------------------------------------------- */

static bool is_origin(const struct op_args *a)
{
    return a->peer > a->rank;
}

static int right(const struct op_args *a)
{
    return a->rank + 1 < a->size ? a->rank + 1 : 0;
}

static int left(const struct op_args *a)
{
    return a->rank > 0 ? a->rank - 1 : a->size - 1;
}

/* Round the ring block 0 goes to the right and block 1 to the left. */
static struct origin origin_ring(const struct op_args *a, int block)
{
    return (struct origin){block == 0 ? left(a) : right(a), 0, 1, block};
}

/* A message without data: the peer may go on. */
static int word_send(const struct op_args *a)
{
    return MPI_Send(NULL, 0, MPI_BYTE, a->peer, WORD, a->comm);
}

static int word_recv(const struct op_args *a)
{
    return MPI_Recv(NULL, 0, MPI_BYTE, a->peer, WORD, a->comm,
                    MPI_STATUS_IGNORE);
}

/* ---- calls -------------------------------------------------------------- */

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
    int rc = is_origin(a) ? word_recv(a) : MPI_SUCCESS;

    (void)state;
    if (rc == MPI_SUCCESS)
        rc = MPI_Start(request);
    if (rc == MPI_SUCCESS && !is_origin(a))
        rc = word_send(a);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}

#if HAVE_MPI_PARTITIONED
/* A partition is a block, and the blocks lie side by side. MPICH 4.0 does not
 * survive MPI_PROC_NULL here: without a peer there is no request. */
static int psend_init_init(const struct op_args *a, MPI_Request *request)
{
    if (a->peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return is_origin(a) ? MPI_Psend_init(a->sendbuf, a->param, a->count,
                                         a->type, a->peer, DATA, a->comm,
                                         MPI_INFO_NULL, request)
                        : MPI_Precv_init(a->recvbuf, a->param, a->count,
                                         a->type, a->peer, DATA, a->comm,
                                         MPI_INFO_NULL, request);
}

static int psend_init_run(void *state, const struct op_args *a)
{
    MPI_Request *request = &a->requests[a->slot];
    int partitions = is_origin(a) ? a->param : 0, rc;

    (void)state;
    if (*request == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    rc = MPI_Start(request);
    for (int i = 0; i < partitions && rc == MPI_SUCCESS; i++)
        rc = MPI_Pready(i, *request);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}
#endif

/* ---- not timed ---------------------------------------------------------- */

static int bsend_open(struct op_args *a, size_t nslots, size_t stride)
{
    (void)nslots, (void)stride;
    return is_origin(a) ? bsend_attach(&a->opened, a->count, a->type)
                        : MPI_SUCCESS;
}

static int bsend_after(const struct op_args *a)
{
    return a->opened != NULL ? bsend_drain() : MPI_SUCCESS;
}

static void bsend_close(struct op_args *a)
{
    bsend_detach(&a->opened);
}

/* Requests of a window each way. */
static int windows_open(struct op_args *a, size_t nslots, size_t stride)
{
    (void)nslots, (void)stride;
    a->opened = xcalloc(2 * (size_t)a->param, sizeof(MPI_Request));
    return MPI_SUCCESS;
}

static void windows_close(struct op_args *a)
{
    free(a->opened);
    a->opened = NULL;
}

/* Each way of a round trip counts as one. */
static double ways(const struct op_args *a)
{
    return 2.0 * a->param;
}

static double one_a_pair(const struct op_args *a)
{
    return a->npairs;
}

static double two_a_pair(const struct op_args *a)
{
    return 2.0 * a->npairs;
}

static double one_a_rank(const struct op_args *a)
{
    return a->size;
}

static double two_a_rank(const struct op_args *a)
{
    return 2.0 * a->size;
}

static double window_a_pair(const struct op_args *a)
{
    return (double)a->param * a->npairs;
}

static double two_windows_a_pair(const struct op_args *a)
{
    return 2.0 * a->param * a->npairs;
}

/* ---- descriptors -------------------------------------------------------- */

#define ROW(low, text, ...)                                                    \
    static const struct op op_##low = {                                        \
        .name = #low,                                                          \
        .help = text,                                                          \
        __VA_ARGS__,                                                           \
    };
/* Made of a function in p2p.def. */
#define MADE(kind, function) .call.kind = function, LARGE(kind, function)

#define BETWEEN(extent, sender, receiver)                                      \
    .flags = OP_PAIRS, .send = {extent, sender}, .recv = {extent, receiver},   \
    .origin = origin_peer
#define ONE_WAY                                                                \
    BETWEEN(EXT_ONE, AT_ORIGIN, AT_TARGET), .messages = one_a_pair
#define BUFFERED                                                               \
    ONE_WAY, .open = bsend_open, .close = bsend_close, .after = bsend_after
#define READY                                                                  \
    ", after an empty message the other way"

ROW(send, "MPI_Send to MPI_Recv, one way", MADE(run, send_run) ONE_WAY)
ROW(ssend, "MPI_Ssend to MPI_Recv, one way", MADE(run, ssend_run) ONE_WAY)
ROW(bsend, "MPI_Bsend to MPI_Recv, one way", MADE(run, bsend_run) BUFFERED)
ROW(rsend, "MPI_Rsend to MPI_Irecv, one way" READY,
    MADE(run, rsend_run) ONE_WAY)

ROW(isend, "MPI_Isend to MPI_Irecv, MPI_Wait on both, one way",
    MADE(start, send_start) ONE_WAY)
ROW(issend, "MPI_Issend to MPI_Irecv, MPI_Wait on both, one way",
    MADE(start, ssend_start) ONE_WAY)
ROW(ibsend, "MPI_Ibsend to MPI_Irecv, MPI_Wait on both, one way",
    MADE(start, bsend_start) BUFFERED)
ROW(irsend, "MPI_Irsend to MPI_Irecv, MPI_Wait on both, one way" READY,
    MADE(start, rsend_start) ONE_WAY)

ROW(send_init, "MPI_Send_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
    MADE(init, send_init) ONE_WAY)
ROW(ssend_init,
    "MPI_Ssend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
    MADE(init, ssend_init) ONE_WAY)
ROW(bsend_init,
    "MPI_Bsend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait",
    MADE(init, bsend_init) BUFFERED)
ROW(rsend_init,
    "MPI_Rsend_init, MPI_Recv_init once, then MPI_Start and MPI_Wait" READY,
    .call.run = rsend_init_run, .large.run = rsend_init_run,
    MADE(init, rsend_init) ONE_WAY)

static const struct param psend_init_partitions = {
    .name = "partitions",
    .def = "8",
    .help = "blocks of -m bytes that a message is made of",
};
#if HAVE_MPI_PARTITIONED
#define PARTITIONED                                                            \
    .call = {.run = psend_init_run, .init = psend_init_init},                  \
    .large = {.run = psend_init_run, .init = psend_init_init}
#else
#define PARTITIONED .missing = "partitioned communication came with MPI 4.0"
#endif
ROW(psend_init,
    "MPI_Psend_init once, then MPI_Start, MPI_Pready for each part, MPI_Wait",
    PARTITIONED, BETWEEN(EXT_PARAM, AT_ORIGIN, AT_TARGET),
    .param = &psend_init_partitions, .messages = window_a_pair)

static const struct param pingpong_rounds = {
    .name = "rounds",
    .def = "100",
    .help = "round trips in one launch, one after another",
};
ROW(pingpong, "MPI_Send and MPI_Recv there and back: half the round trip",
    MADE(run, pingpong_run) BETWEEN(EXT_ONE, AT_PAIR, AT_PAIR),
    .param = &pingpong_rounds, .repeats = ways, .messages = one_a_pair)
ROW(pingping, "MPI_Isend, MPI_Recv and MPI_Wait on both ranks at once",
    MADE(run, pingping_run) BETWEEN(EXT_ONE, AT_PAIR, AT_PAIR),
    .messages = two_a_pair)

#define RING(extent)                                                           \
    .send = {extent, AT_ALL}, .recv = {extent, AT_ALL}, .origin = origin_ring
#define RING_REPLACE                                                           \
    .recv = {EXT_ONE, AT_ALL}, .held = AT_ALL, .origin = origin_ring
#if HAVE_MPI_ISENDRECV
#define ISENDRECV(function) MADE(start, function)
#else
#define ISENDRECV(function) .missing = "MPI_Isendrecv came with MPI 4.0",
#endif
ROW(sendrecv, "MPI_Sendrecv: each rank to its right, from its left",
    MADE(run, sendrecv_run) RING(EXT_ONE), .messages = one_a_rank)
ROW(sendrecv_replace,
    "MPI_Sendrecv_replace: each rank to its right, from its left",
    MADE(run, sendrecv_replace_run) RING_REPLACE, .messages = one_a_rank)
ROW(isendrecv, "MPI_Isendrecv and MPI_Wait: each rank to its right",
    ISENDRECV(isendrecv_start) RING(EXT_ONE), .messages = one_a_rank)
ROW(isendrecv_replace,
    "MPI_Isendrecv_replace and MPI_Wait: each rank to its right",
    ISENDRECV(isendrecv_replace_start) RING_REPLACE, .messages = one_a_rank)
ROW(exchange, "MPI_Isend to and MPI_Irecv from the ranks on both sides",
    MADE(run, exchange_run) RING(EXT_TWO), .messages = two_a_rank)

static const struct param bandwidth_window = {
    .name = "window",
    .def = "64",
    .help = "messages on their way at once, each with its own block",
};
#define WINDOWS                                                                \
    .param = &bandwidth_window, .owner = "bandwidth", .open = windows_open,    \
    .close = windows_close
ROW(bandwidth, "a window of MPI_Isend one way, then an empty message back",
    MADE(run, bandwidth_run) BETWEEN(EXT_PARAM, AT_ORIGIN, AT_TARGET),
    WINDOWS, .messages = window_a_pair)
ROW(bibandwidth, "a window of MPI_Isend each way at once",
    MADE(run, bibandwidth_run) BETWEEN(EXT_PARAM, AT_PAIR, AT_PAIR), WINDOWS,
    .messages = two_windows_a_pair)

const struct op *const p2p_ops[] = {
    &op_send,        &op_ssend,      &op_bsend,
    &op_rsend,       &op_isend,      &op_issend,
    &op_ibsend,      &op_irsend,     &op_send_init,
    &op_ssend_init,  &op_bsend_init, &op_rsend_init,
    &op_psend_init,  &op_pingpong,   &op_pingping,
    &op_sendrecv,    &op_sendrecv_replace, &op_isendrecv,
    &op_isendrecv_replace, &op_exchange,   &op_bandwidth,
    &op_bibandwidth, NULL,
};
