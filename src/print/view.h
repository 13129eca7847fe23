/* view.h: a table arranged for reading: families of rows, with rivals as
 * columns and sizes as lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_VIEW_H
#define PRINT_VIEW_H

#include <stdio.h>
#include "compare/table.h"

struct rival {
    const struct row *first; /* its first row in the family */
    char *name;              /* "shmbcast"; "B" if only sides differ */
    char *title; /* name without a prefix that is another rival's name */
};

/* A family: rows that differ only in bytes (for whole commands: in the value),
 * state, side and algorithm. */
struct view {
    const struct table *t;
    const struct states *states; /* row_states() of its rows */
    size_t first, n;             /* range of the table's rows */
    struct rival *rival;
    size_t rivals;
    size_t base;             /* the rival that others are compared with */
    long *bytes;             /* sizes, ascending */
    const struct row **line; /* the first row of each size */
    size_t sizes;
    const struct row **cell; /* by size, rival, state; NULL if no row */
    size_t cells;
    bool known[STATES]; /* a row has a figure in this state; false if the state
                           is too rare */
};

void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);
/* Returns the view; for whole commands, only its first line, which has their
 * seconds. Do not free it. */
struct view view_main(const struct view *v);

/* Returns the index of the row's rival; v->rivals if there is none. */
size_t view_rival(const struct view *v, const struct row *row);
const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Returns which share of the view's passes is in the state, one of two. */
double view_share(const struct view *v, size_t state);

/* True if each pair of ranks was measured by itself (--pairs=each). */
bool view_is_pairs(const struct view *v);
/* Index of the first row after the view, or after the rows of all pairs. */
size_t view_end(const struct view *v);

/* Prints "up to 4 KiB", "from 512 B to 4 KiB", "at 8 B" or "at all sizes" for
 * the sizes first..last. */
void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last);
/* Prints "2.1 to 4.1", or one number if both texts are equal. */
void view_put_span(FILE *f, const char *least, const char *to,
                   const char *most);

#endif /* PRINT_VIEW_H */
