/* datatype.c: one message to each peer, which MPI gathers by a datatype. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "flat.h"
#include "joined.h"

struct datatype {
    struct ms_flat flat;
    struct ms_joined out, in;
};

static int datatype_open(struct msgsched_plan *plan, struct ms_set *set,
                         struct ms_agree *a)
{
    struct datatype *e = calloc(1, sizeof(*e));

    (void)plan;
    set->state = e;
    if (e == NULL) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return MPI_SUCCESS;
    }
    ms_joined_open(&e->out, &set->out, a);
    ms_joined_open(&e->in, &set->in, a);
    if (!ms_flat_open(&e->flat, set->out.nwires, set->in.nwires))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    return MPI_SUCCESS;
}

static int datatype_start(struct msgsched_plan *plan)
{
    struct datatype *e = plan->set->state;
    const struct ms_side *in = &plan->set->in, *out = &plan->set->out;
    int rc = MPI_SUCCESS;

    ms_flat_begin(&e->flat);
    for (size_t k = 0; k < in->nwires && rc == MPI_SUCCESS; k++) {
        const struct ms_wire *w = &in->wires[k];

        rc = MPI_Irecv(w->packed ? in->stage + w->stage : plan->recvbase,
                       w->packed ? (int)w->bytes : 1,
                       w->packed ? MPI_BYTE : e->in.type[k], w->peer, plan->tag,
                       plan->home->comm, &e->flat.request[out->nwires + k]);
    }
    for (size_t k = 0; k < out->nwires && rc == MPI_SUCCESS; k++)
        rc = (plan->options.synchronous ? MPI_Issend : MPI_Isend)(
            plan->sendbase, 1, e->out.type[k], out->wires[k].peer, plan->tag,
            plan->home->comm, &e->flat.request[k]);
    return rc;
}

static void datatype_close(struct ms_set *set)
{
    struct datatype *e = set->state;

    if (e == NULL)
        return;
    ms_joined_close(&e->out);
    ms_joined_close(&e->in);
    ms_flat_close(&e->flat);
    free(e);
}

const struct ms_engine ms_engine_datatype = {
    .open = datatype_open,
    .start = datatype_start,
    .progress = ms_flat_progress,
    .drop = ms_flat_drop,
    .close = datatype_close,
};
