/* setup.c: prepares an operation's measured call, requests and messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "ops/setup.h"

#include <limits.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/layout.h"

/* MPICH defines MPI_STATUSES_IGNORE as a small integer. gcc warns that MPI
 * writes to an array at this address. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

#define SENT(i) (char *)a->sendbuf + a->send.abytes[i]
#define RECEIVED(i) (char *)a->recvbuf + a->recv.abytes[i]
#define ALONG(edge) a->type, (edge).peer, (edge).tag, a->comm

/* Defines a function that sends and receives all messages at once, with counts
 * of type int or MPI_Count. */
#define RUN(name, suffix, count_type)                                          \
    static int name(void *state, const struct op_args *a)                      \
    {                                                                          \
        int rc = MPI_SUCCESS, n = 0;                                           \
                                                                               \
        (void)state;                                                           \
        for (int i = 0; i < a->recv.n && rc == MPI_SUCCESS; i++)               \
            rc = MPI_Irecv##suffix(RECEIVED(i), (count_type)a->recv.counts[i], \
                                   ALONG(a->edges.in[i]), &a->requests[n++]);  \
        for (int i = 0; i < a->send.n && rc == MPI_SUCCESS; i++)               \
            rc = MPI_Isend##suffix(SENT(i), (count_type)a->send.counts[i],     \
                                   ALONG(a->edges.out[i]), &a->requests[n++]); \
        return rc != MPI_SUCCESS                                               \
                   ? rc                                                        \
                   : MPI_Waitall(n, a->requests, MPI_STATUSES_IGNORE);         \
    }

RUN(messages_run, , int)
static const struct op_call messages_call = {.run = messages_run};

#if HAVE_MPI_LARGE_COUNTS
RUN(messages_run_c, _c, MPI_Count)
static const struct op_call messages_large_call = {.run = messages_run_c};
#else
static const struct op_call messages_large_call = {.run = NULL};
#endif
#undef RUN

static int start_and_wait(void *state, const struct op_args *a)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int rc = a->call->start(a, &request);

    (void)state;
    return rc != MPI_SUCCESS ? rc : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int restart_and_wait(void *state, const struct op_args *a)
{
    MPI_Request *request = &a->requests[a->slot];
    int rc;

    (void)state;
    if (*request == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    rc = MPI_Start(request);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* Returns a function that executes a call of any form once, or NULL without a
 * call. */
static op_run_fn *own_run(const struct op_call *call)
{
    return call->run != NULL     ? call->run
           : call->start != NULL ? start_and_wait
           : call->init != NULL  ? restart_and_wait
                                 : NULL;
}

char *setup_call(const struct op *op, struct op_args *a)
{
    int level = MPI_THREAD_MULTIPLE;

    a->call = a->large ? &op->large : &op->call;
    if (op_sends_messages(op))
        a->call = a->large ? &messages_large_call : &messages_call;
    a->run = own_run(a->call);
    if (a->nthreads > 0)
        MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE)
        return xstrdup("--threads: this MPI library does not provide "
                       "MPI_THREAD_MULTIPLE");
    if (op_missing(op) != NULL)
        return xasprintf("not in this MPI: %s", op_missing(op));
    if (op_broken(op, a) != NULL)
        return xasprintf("this MPI gets it wrong: %s", op_broken(op, a));
    return NULL;
}

/* Algorithms of all operations (algo->op is NULL) use the operation's own
 * call. */
const char *setup_algo(const struct algo *algo, const struct op_args *a)
{
    if (a->large && algo->op != NULL && !algo->large)
        return "the algorithm's counts and displacements are limited to int";
    if (a->nthreads > 1 && algo->run != NULL)
        return "--threads: the algorithm runs in one thread";
    if (a->run != NULL || algo->op != NULL || algo->large)
        return NULL;
    if (a->large)
        return "no call for a count or displacement above INT_MAX: large "
               "counts came with MPI 4.0";
    return "the operation has no call, only algorithms";
}

/* A persistent request is tied to its buffers, so each slot has its own. */
static int requests_open(const struct op *op, struct op_args *a,
                         const struct buffers *b)
{
    int rc = MPI_SUCCESS;

    a->requests = xcalloc(b->nblocks, sizeof(*a->requests));
    for (size_t i = 0; i < b->nblocks; i++)
        a->requests[i] = MPI_REQUEST_NULL;
    for (size_t i = 0; i < b->nblocks && rc == MPI_SUCCESS; i++) {
        buffers_use(b, op, i, a);
        rc = a->call->init(a, &a->requests[a->slot]);
    }
    return rc;
}

int setup_edges(const struct op *op, struct op_args *a, char **cause)
{
    int rc;

    a->edges = (struct edges){0};
    a->peer = MPI_PROC_NULL;
    if (op->edges == NULL)
        return MPI_SUCCESS;
    rc = op->edges(a, &a->edges, cause);
    if (rc == MPI_SUCCESS && a->edges.nout > 0)
        a->peer = a->edges.out[0].peer;
    else if (rc == MPI_SUCCESS && a->edges.nin > 0)
        a->peer = a->edges.in[0].peer;
    return rc;
}

int setup_open(const struct op *op, struct op_args *a, struct buffers *b,
               char **cause)
{
    int rc = MPI_SUCCESS;

    a->nslots = b->nblocks;
    a->stride = b->stride;
    a->memory = NULL; /* an algorithm's open() may have set it */
    buffers_use(b, op, 0, a);
    if (op->life.open != NULL)
        rc = op->life.open(&a->state, a, cause);
    b->recv = a->recvmem;
    if (rc == MPI_SUCCESS && a->call->init != NULL)
        rc = requests_open(op, a, b);
    if (op->edges != NULL && a->call->init == NULL)
        a->requests =
            xcalloc((size_t)(a->send.n + a->recv.n) + 1, sizeof(*a->requests));
    if (rc == MPI_SUCCESS && a->nthreads > 1)
        rc = threads_open(
            a, op->edges != NULL && a->edges.nin + a->edges.nout == 0, cause);
    return rc;
}

void setup_close(const struct op *op, struct op_args *a,
                 const struct buffers *b)
{
    threads_close(a);
    for (size_t i = 0;
         a->requests != NULL && a->call->init != NULL && i < b->nblocks; i++)
        if (a->requests[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&a->requests[i]);
    free(a->requests);
    a->requests = NULL;
    if (a->nslots > 0 && op->life.close != NULL)
        op->life.close(a->state, a);
    a->state = NULL;
    edges_free(&a->edges);
}

/*
 * Types in a call differ by pair of ranks, as MPI allows, so that a library
 * which uses one rank's type for another rank moves wrong data. A block between
 * an even and an odd rank is one element of a contiguous type. Other blocks
 * consist of elements of the case's type.
 */

/* Returns the rank at a block's other end, or MPI_PROC_NULL. */
static int peer_of(const struct op_args *a, enum extent extent, bool sends,
                   int block)
{
    const struct edge *edges = sends ? a->edges.out : a->edges.in;

    return extent == EXT_EDGES ? edges[block].peer : block;
}

static int side_open(struct side *s, const struct op_args *a,
                     enum extent extent, bool sends)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < s->n && rc == MPI_SUCCESS; i++) {
        int peer = peer_of(a, extent, sends, i);
        MPI_Datatype whole;

        if (peer < 0 || (a->rank + peer) % 2 == 0 || s->counts[i] == 0 ||
            s->counts[i] > INT_MAX)
            continue;
        rc = MPI_Type_contiguous((int)s->counts[i], a->type, &whole);
        if (rc != MPI_SUCCESS)
            break;
        s->types[i] = whole;
        s->times[i] = 1;
        if (s->itimes != NULL)
            s->itimes[i] = 1;
        rc = MPI_Type_commit(&s->types[i]);
    }
    return rc;
}

int types_open(struct op_args *a, const struct op *op)
{
    int rc;

    if (!(op->flags & OP_PEER_TYPES))
        return MPI_SUCCESS;
    rc = side_open(&a->send, a, op->send.extent, true);
    return rc != MPI_SUCCESS ? rc
                             : side_open(&a->recv, a, op->recv.extent, false);
}

static void side_close(struct side *s, MPI_Datatype type)
{
    for (int i = 0; i < s->n; i++)
        if (s->types[i] != type)
            MPI_Type_free(&s->types[i]);
}

void types_close(struct op_args *a)
{
    side_close(&a->send, a->type);
    side_close(&a->recv, a->type);
}
