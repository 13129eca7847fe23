/* adjust.h: p-values of many cases, so that chance has no more chances. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_ADJUST_H
#define COMPARE_ADJUST_H

#include <stddef.h>

struct correction {
    const char *name, *help;
    /* adjusted[i] <= alpha: refused; NAN stays NAN and is not counted. */
    void (*adjust)(double *adjusted, const double *p, size_t n);
    /* The level that any one of n cases is sure to be refused at. */
    double (*level)(double alpha, size_t n);
};

/* All there are; the last one has no name. */
extern const struct correction corrections[];

/* NULL: there is no such. */
const struct correction *correction_find(const char *name);

#endif /* COMPARE_ADJUST_H */
