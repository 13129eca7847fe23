/* table.h: computes a table: the time of each case, its ratio to the baseline,
 * and whether that is significant. All programs use this module. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include "compare/row.h"

/* Makes the table. The runs must outlive it; `interleaved` is the result of
 * runs_order(). */
void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o);
/* Makes the table of one run from its `run` and `case` records. passes: each
 * pass is an observation. */
void table_of_run(struct table *t, struct runs *runs, const json_t *records,
                  bool passes);
/* True if --verify found wrong results in a run of any row. */
bool table_is_wrong(const struct table *t);
void table_free_rows(struct table *t);

/* Compares the row with another row; returns the sign of their ratio. */
enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs);

/* Sets f's value and interval from f->spread and this half width. */
void figure_set(struct figure *f, double half, bool plain);
/* The same with a confidence interval; many slow runs are not outliers. */
void figure_set_mean(struct figure *f, double least, bool plain);

#endif /* COMPARE_TABLE_H */
