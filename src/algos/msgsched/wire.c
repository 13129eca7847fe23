/* wire.c: one wire message, sent or received. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire.h"

#include "pack.h"
#include "relay.h"

int ms_wire_call(const struct ms_side *side, const struct ms_wire *w,
                 const void *base, struct ms_call *call)
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

void ms_call_close(struct ms_call *call)
{
    if (call->own != MPI_DATATYPE_NULL)
        MPI_Type_free(&call->own);
}

int ms_wire_send(const struct msgsched_plan *plan, size_t k,
                 MPI_Request *request)
{
    const struct ms_side *out = &plan->set->out;
    int peer = out->wires[k].peer;
    int tag = out->wires[k].shared ? ms_relay_tag(plan->set->relay) : plan->tag;
    struct ms_call c;
    int rc = ms_wire_call(out, &out->wires[k], plan->sendbase, &c);

    if (rc == MPI_SUCCESS && plan->options.synchronous)
        rc = MPI_Issend(c.at, c.count, c.type, peer, tag, plan->home->comm,
                        request);
    else if (rc == MPI_SUCCESS)
        rc = MPI_Isend(c.at, c.count, c.type, peer, tag, plan->home->comm,
                       request);
    ms_call_close(&c);
    return rc;
}

int ms_wire_receive(const struct msgsched_plan *plan, size_t k,
                    MPI_Request *request)
{
    const struct ms_side *in = &plan->set->in;
    struct ms_call c;
    int rc = ms_wire_call(in, &in->wires[k], plan->recvbase, &c);

    if (rc == MPI_SUCCESS)
        rc = MPI_Irecv(c.at, c.count, c.type, in->wires[k].peer, plan->tag,
                       plan->home->comm, request);
    ms_call_close(&c);
    return rc;
}
