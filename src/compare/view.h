/* view.h: a table as people see it: families of rows, rivals across, sizes
 * down. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include "compare/table.h"

/* An algorithm on a side. */
struct rival {
    const struct row *first; /* its first row in the family */
    char *name;              /* "shmbcast"; "B", where sides differ alone */
    char *title;             /* the same, shortened to what tells it */
};

/* Rows that differ in nothing but bytes, state, side and algorithm. */
struct view {
    const struct table *t;
    size_t first, n; /* of the table's rows */
    struct rival *rival;
    size_t rivals;
    size_t base; /* index of the rival that the others are compared with */
    long *bytes; /* sizes, ascending */
    size_t sizes;
};

/* Of the family that begins with the row `first`; view_free() it. */
void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);

/* NULL: there is none. */
const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Has any row figures in that state? One that was seen in too few parts of the
 * time has none. With one state: true. */
bool view_state_known(const struct view *v, size_t state);

/* Adds "up to 4 KiB", "from 512 B to 4 KiB", "at 8 B", "at all sizes" of the
 * sizes first .. last. */
void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last);

/* "2.10", "12.5", "171": three digits; malloced. */
char *digits3(double x);

/* The text in lines of at most 80 columns, further ones indented. */
void put_wrapped(FILE *f, const char *text, const char *indent);

#endif /* COMPARE_VIEW_H */
