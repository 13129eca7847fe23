/* algo.c: the table of algorithms beside the MPI library's own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "ops/op.h"

extern const struct algo algo_shmbcast; /* bcast_shmbcast.c */

const struct algo algo_native = {
    .name = "native",
    .help = "the MPI library's own",
};

const struct algo *const algo_table[] = {
    &algo_native,
    &algo_shmbcast,
    NULL,
};

const struct algo *algo_find(const struct op *op, const char *name)
{
    for (size_t i = 0; algo_table[i] != NULL; i++) {
        const struct algo *a = algo_table[i];

        if (strcmp(a->name, name) == 0 &&
            (a->op == NULL || strcmp(a->op, op->name) == 0))
            return a;
    }
    return NULL;
}
