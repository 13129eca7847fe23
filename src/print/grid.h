/* grid.h: grids of text, and the cells of a table in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_GRID_H
#define PRINT_GRID_H

#include <stdio.h>
#include "print/view.h"

struct grid {
    size_t cols, n; /* columns, cells */
    char **cell;
};

void grid_put(struct grid *g, char *text);

/* Adds two cells: the row's figure, and the half width of its interval in
 * percent. If `row` is NULL, both are "-". */
void grid_put_value(struct grid *g, const struct row *row);

void grid_free(struct grid *g);

void grid_print(FILE *f, struct grid *g, bool markdown);

/* Return the unit of the row's figure ("us", "MB/s", ...), and the figure for a
 * time in seconds or, in percent, for a share. */
const char *figure_unit(const struct row *row);
double figure_number(const struct row *row, double seconds);
/* Returns traffic_bytes or traffic_messages: of one pair if the row is a round
 * of pairs. */
double row_traffic(const struct row *row, const char *name);
/* Returns the row's figure, malloced: "12.3", "49.8%"; "~0" for a share below 0
 * whose interval reaches 0. (Machine-readable tables have the number.) */
char *figure_text(const struct row *row);

/* Makes the table of a state: size; the baseline with +-% (and its rate); then
 * for up to two rivals, from number `from` on: figure, +-%, x, lo-hi and sign.
 * Returns the number of the next rival. If rivals are not columns, each is a
 * line, fastest first. Call grid_print() or grid_free() afterwards. */
size_t grid_of_view(struct grid *g, const struct view *v, size_t state,
                    size_t from);
/* Return the legend of all columns, and that of the column +-%, malloced. */
char *grid_legend(const struct view *v);
const char *grid_interval(const struct table *t);

#endif /* PRINT_GRID_H */
