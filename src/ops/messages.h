/* messages.h: all messages of a rank, sent and received at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_MESSAGES_H
#define OPS_MESSAGES_H

#include "ops/op.h"

/*
 * What operations with edges but without a call of their own do: MPI_Irecv of
 * every edge, MPI_Isend of every edge, MPI_Waitall. a->requests has room for
 * them all.
 */
extern const struct op_call messages_call, messages_large_call;

#endif /* OPS_MESSAGES_H */
