/* figures.h: figures of operations and algorithms beside the time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_FIGURES_H
#define OPS_FIGURES_H

#include "ops/op.h"

/* Rows of a table, which may be NULL. */
static inline size_t figures_count(const struct figure *f)
{
    size_t n = 0;

    while (f != NULL && f[n].name != NULL)
        n++;
    return n;
}

#endif /* OPS_FIGURES_H */
