/* merge_states.h: the merged table state by state. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_STATES_H
#define COMPARE_MERGE_STATES_H

#include "tools/compare/merge.h"
#include "tools/compare/runs_states.h"

/* What a row shows in one state. */
struct row_state {
    const struct state *state;
    struct in_state in;
    const struct merged *table;   /* of that state alone */
    const struct merged_row *row; /* its own of this case; NULL: none */
};

/* States that have lines of their own, or the one that the table is of. */
struct merged_states {
    struct runs_states of;
    size_t n;
    struct runs runs[STATES_MAX];
    struct merged table[STATES_MAX]; /* where there are several */
    struct row_state *row;           /* n of each row */
};

/*
 * As merged_make(). Where the machine had several states that matter, each has
 * a table of its own, and a row shows what holds whatever their shares: the
 * time in the lowest state that has enough stays for an interval, and the
 * geometric mean of the states' ratios; it has a verdict where that is the same
 * in all of them. Where one matters, the table is of that one.
 *
 * `chosen`: the table is of that state alone, by name or number; NULL: of all.
 * 0, or -1 with *cause malloced: there is no such state.
 */
int merged_make_states(struct merged *m, const struct runs *runs,
                       const struct judge_options *o, const char *chosen,
                       char **cause);
void merged_states_free(struct merged_states *s);

/* How many states have lines in the table; 0: it has no such lines. */
size_t merged_lines(const struct merged *m);
/* Of the row, in the k-th of those states. */
const struct row_state *merged_line(const struct merged *m,
                                    const struct merged_row *row, size_t k);

/* The sides' names, of all tables. */
void merged_name(struct merged *m, const char *const *name, size_t n);

#endif /* COMPARE_MERGE_STATES_H */
