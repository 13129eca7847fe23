/* merge_rows.h: the lines of a merged table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_ROWS_H
#define COMPARE_MERGE_ROWS_H

#include "tools/compare/merge_choose.h"

/*
 * Titles and cells of the columns, with what must not be overlooked behind a
 * line. A row of several states has a line for each, and one for all where it
 * is compared with something.
 */
void rows_make(struct table *t, const struct merged *m, const struct chosen *c);

/* What stands behind a line, malloced, or NULL: behind a row; behind a row's
 * line of a state, the first of which has what the row has as well. */
char *row_note(const struct merged *m, const struct merged_row *row);
char *state_note(const struct merged *m, const struct merged_row *row,
                 const struct row_state *line, bool first);

#endif /* COMPARE_MERGE_ROWS_H */
