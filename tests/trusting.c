/* trusting.c: stands in for broken.c: no operation is known to be wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>
#include "ops/setup.h"

const char *op_missing(const struct op *op)
{
    return op->missing;
}

const char *op_broken(const struct op *op, const struct op_args *a)
{
    (void)op;
    (void)a;
    return NULL;
}
