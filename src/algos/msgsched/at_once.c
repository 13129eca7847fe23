/* at_once.c: exchanges that post all requests at the start:
 *
 * the schedules that do not merge by copying (persistent requests, one derived
 * datatype per peer, MPI_Ineighbor_alltoallw()). One MPI call waits for or
 * tests all requests; its time is proportional to their number. Persistent
 * requests are bound to a pair of send and receive buffers. A plan keeps sets
 * of requests for up to 16 such pairs; the first exchange with a new pair makes
 * its set.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "lane.h"

enum {
    BASES = 16,
    RARELY = 64 /* exchanges with unknown pairs before a set is replaced */
};

/* Persistent requests for a pair of buffers: sends, then receives. request is
 * NULL if the set does not exist. */
struct bound {
    const void *sendbase;
    void *recvbase;
    MPI_Request *request;
};

struct at_once {
    MPI_Request *request; /* requests in use: `own` or a pair's */
    int nsend, nrecv;
    int *done;      /* indices of completed requests */
    bool *received; /* true for each receive that is complete */

    MPI_Request *own;
    struct bound bound[BASES];    /* sets of persistent requests */
    int next;                     /* index of the set to replace next */
    unsigned other;               /* exchanges so far with pairs that have no
                                   * set */
    struct ms_neighbor *neighbor; /* NULL if not MPI_Ineighbor_alltoallw() */
};

static int post_of(const struct ms_set *set)
{
    return ms_schedule_of(&set->options)->post;
}

/* Posts all wire messages of the set. After an error the remaining requests are
 * MPI_REQUEST_NULL. */
static int post_all(const struct msgsched_plan *plan, ms_send_fn *send,
                    ms_receive_fn *receive, MPI_Request *request)
{
    const struct ms_side *in = &plan->set->in, *out = &plan->set->out;
    MPI_Comm comm = plan->comm->comm;
    int rc = MPI_SUCCESS;

    for (size_t k = 0; k < in->nwires && rc == MPI_SUCCESS; k++) {
        const struct ms_wire *w = &in->wires[k];

        rc = receive(ms_wire_at(in, w, plan->recvbase), w->count, w->type,
                     w->peer, plan->tag, comm, &request[out->nwires + k]);
    }
    for (size_t k = 0; k < out->nwires && rc == MPI_SUCCESS; k++) {
        const struct ms_wire *w = &out->wires[k];

        rc = send(ms_wire_at(out, w, plan->sendbase), w->count, w->type,
                  w->peer, plan->tag, comm, &request[k]);
    }
    return rc;
}

static MPI_Request *requests_make(size_t n)
{
    MPI_Request *request = malloc((n + 1) * sizeof(*request));

    for (size_t i = 0; i < n && request != NULL; i++)
        request[i] = MPI_REQUEST_NULL;
    return request;
}

/* ---- persistent requests ------------------------------------------------- */

static void bound_free(struct bound *b, int n)
{
    for (int i = 0; i < n && b->request != NULL; i++)
        if (b->request[i] != MPI_REQUEST_NULL)
            MPI_Request_free(&b->request[i]);
    free(b->request);
    *b = (struct bound){.request = NULL};
}

static struct bound *bound_find(struct at_once *e,
                                const struct msgsched_plan *plan)
{
    for (int i = 0; i < BASES; i++)
        if (e->bound[i].request != NULL &&
            e->bound[i].sendbase == plan->sendbase &&
            e->bound[i].recvbase == plan->recvbase)
            return &e->bound[i];
    return NULL;
}

static int bound_make(struct at_once *e, const struct msgsched_plan *plan,
                      struct bound **bound)
{
    struct bound *b = &e->bound[e->next];
    int n = e->nsend + e->nrecv, rc = MPI_ERR_NO_MEM;

    e->next = (e->next + 1) % BASES;
    bound_free(b, n);
    *b = (struct bound){.sendbase = plan->sendbase,
                        .recvbase = plan->recvbase,
                        .request = requests_make((size_t)n)};
    if (b->request != NULL)
        rc = post_all(plan, MPI_Send_init, MPI_Recv_init, b->request);
    if (rc != MPI_SUCCESS)
        bound_free(b, n);
    else
        *bound = b;
    return rc;
}

/* True if a new set may be made now. Without this check, a program with more
 * pairs of buffers than sets would make a set in each exchange. */
static bool may_bind(struct at_once *e)
{
    return e->bound[e->next].request == NULL || ++e->other % RARELY == 0;
}

static void at_once_ready(struct msgsched_plan *plan, struct ms_agree *a)
{
    struct bound *b;
    int rc = MPI_SUCCESS;

    if (post_of(plan->set) == MS_POST_PERSISTENT)
        rc = bound_make(plan->set->exchange, plan, &b);
    ms_note(a, rc);
}

/* ---- open and close ------------------------------------------------------ */

static void requests_open(struct at_once *e, size_t nsend, size_t nrecv,
                          struct ms_agree *a)
{
    size_t n = nsend + nrecv;

    if (n > INT_MAX) {
        ms_note(a, MPI_ERR_NO_MEM);
        return;
    }
    e->nsend = (int)nsend;
    e->nrecv = (int)nrecv;
    e->own = e->request = requests_make(n);
    e->done = ms_alloc(a, n, sizeof(*e->done));
    e->received = ms_alloc(a, nrecv, sizeof(*e->received));
    if (e->own == NULL)
        ms_note(a, MPI_ERR_NO_MEM);
}

static int at_once_open(struct msgsched_plan *plan, struct ms_set *set,
                        struct ms_agree *a)
{
    bool collective = post_of(set) == MS_POST_COLLECTIVE;
    struct at_once *e = ms_alloc(a, 1, sizeof(*e));

    set->exchange = e;
    if (e != NULL)
        requests_open(e, collective ? 0 : set->out.nwires,
                      collective ? 1 : set->in.nwires, a);
    if (collective) {
        int rc = ms_agreed(a);

        return rc == MPI_SUCCESS ? ms_neighbor_open(plan, set, &e->neighbor, a)
                                 : rc;
    }
    return MPI_SUCCESS;
}

static void at_once_close(struct ms_set *set)
{
    struct at_once *e = set->exchange;

    if (e == NULL)
        return;
    for (int i = 0; i < BASES; i++)
        bound_free(&e->bound[i], e->nsend + e->nrecv);
    ms_neighbor_free(e->neighbor);
    free(e->own);
    free(e->done);
    free(e->received);
    free(e);
}

/* ---- an exchange -------------------------------------------------------- */

static int at_once_start(struct msgsched_plan *plan)
{
    struct at_once *e = plan->set->exchange;
    struct bound *b = NULL;
    int rc = MPI_SUCCESS;

    memset(e->received, 0, (size_t)e->nrecv * sizeof(*e->received));
    e->request = e->own;
    if (e->neighbor != NULL)
        return ms_neighbor_start(plan, e->neighbor, e->request);
    if (post_of(plan->set) == MS_POST_PERSISTENT) {
        b = bound_find(e, plan);
        if (b == NULL && may_bind(e))
            rc = bound_make(e, plan, &b);
    }
    if (rc != MPI_SUCCESS)
        return rc;
    if (b == NULL)
        return post_all(plan, MPI_Isend, MPI_Irecv, e->own);
    e->request = b->request;
    return MPI_Startall(e->nsend + e->nrecv, b->request);
}

/* Handles the completion of receive i. */
static int received(struct msgsched_plan *plan, struct at_once *e, int i)
{
    const struct ms_side *in = &plan->set->in;
    int rc = MPI_SUCCESS;

    e->received[i] = true;
    if (e->neighbor == NULL)
        return ms_arrived(plan, in, &in->wires[i]);
    for (size_t k = 0; k < in->nwires && rc == MPI_SUCCESS; k++)
        rc = ms_arrived(plan, in, &in->wires[k]);
    return rc;
}

static int some(struct msgsched_plan *plan, struct at_once *e, bool wait)
{
    int n, rc = ms_requests_some(e->nrecv, e->request + e->nsend, wait, &n,
                                 e->done);

    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        rc = received(plan, e, e->done[i]);
    return rc;
}

static int at_once_progress(struct msgsched_plan *plan, enum ms_until until)
{
    struct at_once *e = plan->set->exchange;
    int n = e->nsend + e->nrecv, rc;
    bool all = true;

    if (until == MS_SOME || until == MS_NOTE)
        return some(plan, e, until == MS_SOME);
    rc = until == MS_ALL ? ms_requests_wait(n, e->request)
                         : ms_requests_test(n, e->request, &all);
    for (int i = 0; i < e->nrecv && all && rc == MPI_SUCCESS; i++)
        if (!e->received[i])
            rc = received(plan, e, i);
    plan->done = all;
    return rc;
}

/* Cancels the requests, except those of collectives, which MPI cannot
 * cancel. */
static void at_once_drop(struct msgsched_plan *plan)
{
    struct at_once *e = plan->set->exchange;

    if (e->neighbor == NULL)
        ms_requests_drop(e->nsend + e->nrecv, e->request);
}

const struct ms_engine ms_at_once = {
    .open = at_once_open,
    .ready = at_once_ready,
    .start = at_once_start,
    .progress = at_once_progress,
    .drop = at_once_drop,
    .close = at_once_close,
};
