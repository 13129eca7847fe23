/* wire.h: one wire message, sent or received. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WIRE_H
#define MSGSCHED_WIRE_H

#include "plan.h"

/* Wire message k of set->out, which is packed already if it is to be, or of
 * set->in. MPI_SUCCESS or an error. */
int ms_wire_send(const struct msgsched_plan *plan, size_t k,
                 MPI_Request *request);
int ms_wire_receive(const struct msgsched_plan *plan, size_t k,
                    MPI_Request *request);

/* What MPI is to be told of a message that goes by itself. A type that has to
 * be freed, or MPI_DATATYPE_NULL, is in *own. */
struct ms_call {
    void *at;
    int count;
    MPI_Datatype type, own; /* own: MPI_DATATYPE_NULL, or to be freed */
};

int ms_wire_call(const struct ms_side *side, const struct ms_wire *w,
                 const void *base, struct ms_call *call);
void ms_call_close(struct ms_call *call);

#endif /* MSGSCHED_WIRE_H */
