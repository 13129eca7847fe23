/* wire.h: one wire message, sent or received. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WIRE_H
#define MSGSCHED_WIRE_H

#include "plan.h"

/* MPI_Isend(), MPI_Irecv(), or what makes a request that is started later. */
typedef int ms_send_fn(const void *buf, int count, MPI_Datatype type, int dest,
                       int tag, MPI_Comm comm, MPI_Request *request);
typedef int ms_receive_fn(void *buf, int count, MPI_Datatype type, int source,
                          int tag, MPI_Comm comm, MPI_Request *request);

/* Wire message k of set->out, which is packed already if it is to be, or of
 * set->in. MPI_SUCCESS or an error. */
int ms_wire_send(const struct msgsched_plan *plan, size_t k, ms_send_fn *send,
                 MPI_Request *request);
int ms_wire_receive(const struct msgsched_plan *plan, size_t k,
                    ms_receive_fn *receive, MPI_Request *request);

#endif /* MSGSCHED_WIRE_H */
