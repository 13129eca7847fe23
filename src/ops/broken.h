/* broken.h: operations that this release of the MPI library gets wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_BROKEN_H
#define OPS_BROKEN_H

#include "ops/op.h"

/* Why the operation can't be had from this MPI library, or NULL: it lacks the
 * call, or the call is known to give wrong results or never to return. */
const char *op_missing(const struct op *op);

/* What this release gets wrong with these arguments; NULL: nothing known. */
const char *op_broken(const struct op *op, const struct op_args *a);

#endif /* OPS_BROKEN_H */
