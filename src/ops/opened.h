/* opened.h: an operation made ready for the launches of one case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_OPENED_H
#define OPS_OPENED_H

#include "ops/buffers.h"
#include "ops/op.h"

/* Why this operation can't be run with these arguments, malloced; NULL: it can.
 * Sets a->call and a->run, NULL when the MPI library has no call for them. The
 * same on all ranks when a->large is. */
char *opened_refuse(const struct op *op, struct op_args *a);

/* Then: why this algorithm can't; NULL: it can. */
const char *opened_refuse_algo(const struct algo *algo,
                               const struct op_args *a);

/*
 * Makes persistent requests, one a slot, and what the operation itself opens.
 * Collective over a->comm; an MPI error code, opened_close() in any case.
 */
int opened_open(const struct op *op, struct op_args *a, struct buffers *b);
void opened_close(const struct op *op, struct op_args *a,
                  const struct buffers *b);

#endif /* OPS_OPENED_H */
