/* values.h: values of rows, one a run, and their intervals. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VALUES_H
#define COMPARE_VALUES_H

#include "compare/table.h"

/* Values of the row in the order of time, NAN where a run has none. */
struct values {
    double *x;
    size_t n;
    struct parts parts; /* that these are cut into */
};

/* figure: a name in the passes' `figures`; NULL: the time, as a logarithm.
 * values_free() them. */
void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure);
void values_free(struct values *v);

/* How many times as fast `row` is as `base`, as a logarithm (of plain ones: how
 * much more), run by run, or block by block. Of sides that were not interleaved
 * there are no such values. */
void values_of_ratio(struct values *v, const struct table *t,
                     const struct row *row, const struct row *base);

/* The spread of those; sides that were not interleaved are compared by their
 * means, with the larger of their standard deviations. */
void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *row, const struct row *base);

/* Half a step of the row's clock, of the time; 0 of plain rows. */
double values_step(const struct table *t, const struct row *row);

#endif /* COMPARE_VALUES_H */
