/* merge_cells.h: which columns the merged table has, and what stands there. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_CELLS_H
#define COMPARE_MERGE_CELLS_H

#include "tools/compare/merge_columns.h"

/* Is the column shown where nothing is asked for? */
bool shown_varied(const struct merged_column *c, const struct merged *m);
bool shown_sides(const struct merged_column *c, const struct merged *m);
bool shown_states(const struct merged_column *c, const struct merged *m);
bool shown_more(const struct merged_column *c, const struct merged *m);

/* Each adds a cell: the figure; with its interval; half of that in percent. */
void put_figure(struct table *t, const struct merged_cell *c);
void put_interval(struct table *t, const struct merged_cell *c);
void put_half(struct table *t, const struct merged_cell *c);
void put_side(struct table *t, const struct merged_cell *c);
void put_verdict(struct table *t, const struct merged_cell *c);
/* Of a state's line: its name, its share of the rounds, its stays. */
void put_state(struct table *t, const struct merged_cell *c);
void put_share(struct table *t, const struct merged_cell *c);
void put_stays(struct table *t, const struct merged_cell *c);
void put_unexplained(struct table *t, const struct merged_cell *c);
/* One of the table's other figures. */
void put_more(struct table *t, const struct merged_cell *c, size_t k);
/* The value as the record has it. */
void put_value(struct table *t, const struct merged_cell *c);

#endif /* COMPARE_MERGE_CELLS_H */
