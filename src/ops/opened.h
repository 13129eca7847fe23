/* opened.h: an operation made ready for the launches of one case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_OPENED_H
#define OPS_OPENED_H

#include "ops/buffers.h"
#include "ops/op.h"

/* Has it a call of its own? Does it send and receive the messages that its edges
 * are instead? */
bool op_has_call(const struct op *op);
bool op_sends_messages(const struct op *op);

/* Why this operation can't be run with these arguments, malloced; NULL: it can.
 * Sets a->call and a->run, NULL when the MPI library has no call for them. The
 * same on all ranks when a->large is. */
char *opened_refuse(const struct op *op, struct op_args *a);

/* Then: why this algorithm can't; NULL: it can. */
const char *opened_refuse_algo(const struct algo *algo,
                               const struct op_args *a);

/* The operation's messages, a->edges and a->peer. Collective over a->comm; an
 * MPI error code, with *why malloced or NULL. */
int opened_edges(const struct op *op, struct op_args *a, char **why);

/*
 * Makes persistent requests, one a slot, and what the operation itself opens.
 * Collective over a->comm; an MPI error code with *why malloced or NULL,
 * opened_close() in any case: it ends what either made.
 */
int opened_open(const struct op *op, struct op_args *a, struct buffers *b,
                char **why);
void opened_close(const struct op *op, struct op_args *a,
                  const struct buffers *b);

#endif /* OPS_OPENED_H */
