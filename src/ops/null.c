/* null.c: an operation that does nothing: what the harness itself costs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/families.h"

static op_run_fn null_run;

static const struct op op_null = {
    .name = "null",
    .help = "nothing: the harness's own overhead",
    .flags = OP_NODATA,
    .call.run = null_run,
};

const struct op *const null_ops[] = {&op_null, NULL};

static int null_run(void *state, const struct op_args *a)
{
    (void)state;
    (void)a;
    return MPI_SUCCESS;
}
