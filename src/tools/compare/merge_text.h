/* merge_text.h: the merged table for people, at most 80 columns wide. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_TEXT_H
#define COMPARE_MERGE_TEXT_H

#include <stdio.h>
#include "tools/compare/merge_columns.h"

/* What is asked of the table. */
struct merged_view {
    const struct merged_column **column; /* in this order; none: what is of use
                                            and fits; malloced */
    size_t ncolumns;
    bool full;         /* all columns that have anything in them */
    const char **name; /* of the sides, in their order; malloced */
    size_t nnames;
    const char *state; /* the one that it is about; NULL: all */
};

/* Options' values, separated by commas, and one. 0, or -1 with *cause malloced.
 */
int merged_view_columns(struct merged_view *v, const char *list, char **cause);
int merged_view_name(struct merged_view *v, const char *name, char **cause);
void merged_view_free(struct merged_view *v);

/*
 * The tables of all runs, one for those that are comparable: what is the same
 * in all rows, the rows, and lines to quote. Returns the records of the rows, a
 * new reference; NULL with *cause malloced: there is no such state.
 */
json_t *merged_show(FILE *f, const struct runs *runs,
                    const struct judge_options *o,
                    const struct merged_view *view, char **cause);

#endif /* COMPARE_MERGE_TEXT_H */
