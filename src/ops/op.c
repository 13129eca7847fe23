/* op.c: the table of operations. A new one is a descriptor and a row. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "ops/op.h"

extern const struct op op_bcast, op_allreduce, op_barrier; /* coll.c */
extern const struct op op_waitpattern_null, op_waitpattern_up,
    op_waitpattern_down; /* waitpattern.c */
extern const struct op op_null; /* null.c */

const struct op *const op_table[] = {
    &op_bcast,
    &op_allreduce,
    &op_barrier,
    &op_waitpattern_null,
    &op_waitpattern_up,
    &op_waitpattern_down,
    &op_null,
    NULL,
};

const struct op *op_find(const char *name)
{
    for (size_t i = 0; op_table[i] != NULL; i++)
        if (strcmp(op_table[i]->name, name) == 0)
            return op_table[i];
    return NULL;
}
