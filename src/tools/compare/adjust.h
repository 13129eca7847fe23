/* adjust.h: p-values of many cases, so that chance has no more chances. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_ADJUST_H
#define COMPARE_ADJUST_H

#include <stddef.h>
#include "lib/names.h"

struct correction {
    const char *name, *help;
    const char *exchange; /* what is done where all rows are exchanged at once
                             (flips.h), which is sharper; NULL: nothing */
    /* adjusted[i] <= alpha: rejected; NAN stays NAN and is not counted. */
    void (*adjust)(double *adjusted, const double *p, size_t n);
    /* The level that any one of n cases is sure to be rejected at. */
    double (*level)(double alpha, size_t n);
};

extern const struct correction *const corrections[]; /* NULL-terminated */

/* NULL: there is none of that name. */
static inline const struct correction *correction_find(const char *name)
{
    return names_row(corrections, name);
}

#endif /* COMPARE_ADJUST_H */
