/* text_columns.h: which columns the table has, and their titles. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_COLUMNS_H
#define MPIPERF_TEXT_COLUMNS_H

#include "mpiperf/report/columns.h"

/* What rows of columns[] hold on whether they are shown, how they are called,
 * and what is said about them in the head. */
bool root_shown(const struct options *o);
bool datatype_shown(const struct options *o);
bool method_shown(const struct options *o);
bool paper_shown(const struct options *o);
bool global_shown(const struct options *o);
bool rates_shown(const struct options *o);
bool hidden_shown(const struct options *o);
void op_fit(struct text_title *t, const struct options *o);
void algo_fit(struct text_title *t, const struct options *o);
void mean_explain(FILE *f, const struct options *o);
void min_explain(FILE *f, const struct options *o);

/* The columns that the options call for, from left to right: the one behind
 * `last`; the first one behind NULL; NULL behind the last one. */
const struct column *text_next(const struct column *last,
                               const struct options *o);

/* The lines of the head about the columns. */
void text_legend(FILE *f, const struct options *o);
/* A table with these columns and no rows. */
void text_table(struct table *t, const struct options *o);
/* Adds the cells of a row to its table. */
void text_cells(struct row *w);

#endif /* MPIPERF_TEXT_COLUMNS_H */
