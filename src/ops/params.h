/* params.h: the parameter an operation has of its own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PARAMS_H
#define OPS_PARAMS_H

#include "lib/params.h"
#include "ops/op.h"

enum { OP_PARAM_MAX = 65536 };

/* OWNER of --param OWNER.NAME. */
const char *op_param_owner(const struct op *op);

/* What was given with --param OWNER.NAME, else the default; 1 for an operation
 * that has none. */
int op_param(const struct op *op, const struct params *given);

/* Is what was given a number from 1 to OP_PARAM_MAX, or one of the operation's
 * words? -1 with *cause malloced. Pure. */
int op_param_check(const struct op *op, const struct params *given,
                   char **cause);

#endif /* OPS_PARAMS_H */
