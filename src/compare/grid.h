/* grid.h: the cells of the readable table, and what its columns mean. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GRID_H
#define COMPARE_GRID_H

#include "compare/view.h"

/* Most rivals that are columns; more are lines. */
enum { GRID_RIVALS = 5 };

/* A grid of text with `cols` columns; its first row has the titles. */
struct grid {
    size_t cols, n; /* columns, cells */
    char **cell;
};

/* Adds a cell. Takes ownership of the text. */
void grid_put(struct grid *g, char *text);
/* Adds two cells: the row's figure, and half the width of its interval in
 * percent. row NULL: two cells "-". */
void grid_put_value(struct grid *g, const struct row *row);
/* Frees the cells; grid_print() prints them first. */
void grid_free(struct grid *g);
void grid_print(FILE *f, struct grid *g, bool markdown);

/* The unit of the row's figure: "us", "MB/s", ...; and the figure for a time of
 * so many seconds, a share in percent. */
const char *figure_unit(const struct row *row);
double figure_number(const struct row *row, double seconds);
/* True if a rate is shown beside the time. */
bool grid_has_rate(const struct view *v);

/*
 * Makes the cells of the table of a state. A line has the size, the baseline
 * with +-% (and its rate), and columns of up to two other rivals, from number
 * `from` on: figure, +-%, x, lo-hi, and the sign unless the table is of passes.
 * Returns the number of the next rival. If there are more than GRID_RIVALS,
 * each is a line, the fastest first: size, algorithm, figure, +-%, x, lo-hi,
 * and the sign. Call grid_print() or grid_free() afterwards.
 */
size_t grid_of_view(struct grid *g, const struct view *v, size_t state,
                    size_t from);
/* Returns the explanation of the columns, malloced. */
char *grid_legend(const struct view *v);

/* Returns the meaning of the column +-%. */
const char *grid_interval(const struct table *t);

#endif /* COMPARE_GRID_H */
