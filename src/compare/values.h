/* values.h: values of rows, one for each run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VALUES_H
#define COMPARE_VALUES_H

#include "compare/row.h"

/* True if each side has a row of the reference algorithm. */
bool table_has_reference(const struct table *t);

/* A value of each run, in order of time; NAN if the run has none. */
struct values {
    double *x;
    size_t n;
    struct parts parts; /* the parts that the runs are divided into */
};

/* Returns the value of one run: the logarithm of the row's time, or its mean
 * figure; NAN if it has none. */
double values_of_run(const struct table *t, const struct row *row, size_t run,
                     const char *figure);

/* Gets the values of the passes' figure; if NULL, the logarithms of their
 * times. values_free() frees them. */
void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure);
void values_free(struct values *v);
/* Computes the spread of these values. */
void values_spread(struct spread_of_parts *s, const struct table *t,
                   const struct row *row, const char *figure);

/* Computes the spread of the logarithm of the speed of `row` relative to `base`
 * (if plain, of the difference), averaged over n rows and their bases. Compares
 * interleaved sides in each block; others by their means, with the larger of
 * their two standard deviations. */
void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *const *row, const struct row *const *base,
                  size_t n);

/* The same for interleaved sides and the rows of one case in n states: a block
 * has the ratio of only one state, the first row's that has one. */
void values_ratio_of_states(struct spread_of_parts *s, const struct table *t,
                            const struct row *const *rows,
                            const struct row *const *bases, size_t n);

/* Returns by what fraction clock steps can change the row's time; 0 if plain.
 * See clock_half(). */
double values_step(const struct table *t, const struct row *row);

/* Mean of a number, or of the median of a part, in the `case` records of the
 * row's runs; NAN if none. */
double row_mean(const struct table *t, const struct row *row,
                const char *field);

#endif /* COMPARE_VALUES_H */
