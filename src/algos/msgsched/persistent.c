/* persistent.c: all messages as they are, by persistent requests. They are
 * bound to buffers, so there is a set of them for each of a few pairs.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "flat.h"
#include "wire.h"

enum {
    BASES = 16,
    RARELY = 64 /* of exchanges with other pairs, so many make a set anew */
};

struct bound {
    const void *sendbase;
    void *recvbase;
    MPI_Request *request; /* NULL: none yet */
    int made;             /* of them */
};

struct persistent {
    struct ms_flat flat; /* its requests are those of the pair in use */
    struct bound bound[BASES];
    int next;           /* to be replaced */
    unsigned other;     /* exchanges with another pair */
    MPI_Request *loose; /* of such exchanges */
};

static void bound_free(struct bound *b)
{
    for (int i = 0; i < b->made; i++)
        MPI_Request_free(&b->request[i]);
    free(b->request);
    *b = (struct bound){.request = NULL};
}

static int bound_make(const struct msgsched_plan *plan, struct bound *b)
{
    ms_send_fn *send =
        plan->options.synchronous ? MPI_Ssend_init : MPI_Send_init;
    size_t nsend = plan->set->out.nwires, n = nsend + plan->set->in.nwires;
    int rc = MPI_SUCCESS;

    b->request = malloc((n + 1) * sizeof(*b->request));
    if (b->request == NULL)
        return MPI_ERR_NO_MEM;
    b->sendbase = plan->sendbase;
    b->recvbase = plan->recvbase;
    for (size_t i = 0; i < n; i++) {
        rc = i < nsend ? ms_wire_send(plan, i, send, &b->request[i])
                       : ms_wire_receive(plan, i - nsend, MPI_Recv_init,
                                         &b->request[i]);
        if (rc != MPI_SUCCESS)
            return rc;
        b->made++;
    }
    return MPI_SUCCESS;
}

static struct bound *bound_find(struct persistent *e,
                                const struct msgsched_plan *plan)
{
    for (int i = 0; i < BASES; i++)
        if (e->bound[i].request != NULL &&
            e->bound[i].sendbase == plan->sendbase &&
            e->bound[i].recvbase == plan->recvbase)
            return &e->bound[i];
    return NULL;
}

static int persistent_open(struct msgsched_plan *plan, struct ms_set *set,
                           struct ms_agree *a)
{
    struct persistent *e = calloc(1, sizeof(*e));

    (void)plan;
    set->state = e;
    if (e == NULL || !ms_flat_open(&e->flat, set->out.nwires, set->in.nwires))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    else
        e->loose = e->flat.request;
    return MPI_SUCCESS;
}

static int bind(struct persistent *e, const struct msgsched_plan *plan,
                struct bound **bound)
{
    struct bound *b = &e->bound[e->next];
    int rc;

    e->next = (e->next + 1) % BASES;
    bound_free(b);
    rc = bound_make(plan, b);
    if (rc != MPI_SUCCESS)
        bound_free(b);
    else
        *bound = b;
    return rc;
}

static void persistent_ready(struct msgsched_plan *plan, struct ms_agree *a)
{
    struct bound *b;
    int rc = bind(plan->set->state, plan, &b);

    if (rc == MPI_ERR_NO_MEM)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    else
        ms_note(a, rc);
}

/* A program with more pairs than there are sets would make one in each
 * exchange. */
static bool may_bind(struct persistent *e)
{
    return e->bound[e->next].request == NULL || ++e->other % RARELY == 0;
}

static int start_loose(struct msgsched_plan *plan, struct persistent *e)
{
    ms_send_fn *send = plan->options.synchronous ? MPI_Issend : MPI_Isend;
    size_t nsend = plan->set->out.nwires, nrecv = plan->set->in.nwires;
    int rc = MPI_SUCCESS;

    for (size_t k = 0; k < nrecv && rc == MPI_SUCCESS; k++)
        rc = ms_wire_receive(plan, k, MPI_Irecv, &e->loose[nsend + k]);
    for (size_t k = 0; k < nsend && rc == MPI_SUCCESS; k++)
        rc = ms_wire_send(plan, k, send, &e->loose[k]);
    return rc;
}

static int persistent_start(struct msgsched_plan *plan)
{
    struct persistent *e = plan->set->state;
    struct bound *b = bound_find(e, plan);
    int rc = MPI_SUCCESS;

    ms_flat_begin(&e->flat);
    e->flat.request = e->loose;
    if (b == NULL && may_bind(e))
        rc = bind(e, plan, &b);
    if (rc != MPI_SUCCESS)
        return rc;
    if (b == NULL)
        return start_loose(plan, e);
    e->flat.request = b->request;
    return MPI_Startall(e->flat.nsend + e->flat.nrecv, b->request);
}

static void persistent_close(struct ms_set *set)
{
    struct persistent *e = set->state;

    if (e == NULL)
        return;
    for (int i = 0; i < BASES; i++)
        bound_free(&e->bound[i]);
    e->flat.request = e->loose;
    ms_flat_close(&e->flat);
    free(e);
}

const struct ms_engine ms_engine_persistent = {
    .open = persistent_open,
    .ready = persistent_ready,
    .start = persistent_start,
    .progress = ms_flat_progress,
    .drop = ms_flat_drop,
    .close = persistent_close,
};
