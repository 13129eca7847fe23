/* wire.c: one wire message, sent or received. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire.h"

#include "pack.h"
#include "relay.h"

/* What MPI is to be told of a message that goes by itself. */
struct call {
    void *at;
    int count;
    MPI_Datatype type, own; /* own: MPI_DATATYPE_NULL, or to be freed */
};

static int call_open(struct call *call, const struct ms_side *side,
                     const struct ms_wire *w, const void *base)
{
    const struct ms_piece *p;
    const struct ms_shape *s;
    MPI_Count count;
    int rc;

    call->own = MPI_DATATYPE_NULL;
    if (w->packed || w->n == 0) {
        call->at = w->packed ? side->stage + w->stage : NULL;
        call->count = (int)w->bytes;
        call->type = MPI_BYTE;
        return MPI_SUCCESS;
    }
    p = &side->pieces[w->first];
    s = &side->shapes[p->shape];
    /* of a receive that is longer, as many elements as something comes for */
    count = p->bytes == 0 ? 0 : (p->bytes - 1) / s->size + 1;
    call->at = ms_address(base, p->displ);
    call->type = s->type;
    rc = ms_large_type(s->type, count, &call->own);
    if (call->own != MPI_DATATYPE_NULL) {
        call->type = call->own;
        count = 1;
    }
    call->count = (int)count;
    return rc;
}

static void call_close(struct call *call)
{
    if (call->own != MPI_DATATYPE_NULL)
        MPI_Type_free(&call->own);
}

int ms_wire_send(const struct msgsched_plan *plan, size_t k, ms_send_fn *send,
                 MPI_Request *request)
{
    const struct ms_side *out = &plan->set->out;
    const struct ms_wire *w = &out->wires[k];
    int tag = w->shared ? ms_relay_tag(plan->set->relay) : plan->tag;
    struct call c;
    int rc = call_open(&c, out, w, plan->sendbase);

    if (rc == MPI_SUCCESS)
        rc = send(c.at, c.count, c.type, w->peer, tag, plan->home->comm,
                  request);
    call_close(&c);
    return rc;
}

int ms_wire_receive(const struct msgsched_plan *plan, size_t k,
                    ms_receive_fn *receive, MPI_Request *request)
{
    const struct ms_side *in = &plan->set->in;
    const struct ms_wire *w = &in->wires[k];
    struct call c;
    int rc = call_open(&c, in, w, plan->recvbase);

    if (rc == MPI_SUCCESS)
        rc = receive(c.at, c.count, c.type, w->peer, plan->tag,
                     plan->home->comm, request);
    call_close(&c);
    return rc;
}
