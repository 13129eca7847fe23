/* people.h: parts of the table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_PEOPLE_H
#define COMPARE_PEOPLE_H

#include "compare/view.h"

/* Rows of `cols` cells, the first of them the titles. */
struct grid {
    size_t cols, n; /* columns, cells */
    char **cell;
};

/* Adds a cell; takes the text over. */
void grid_put(struct grid *g, char *text);
/* Adds the row's figure and half of its interval; NULL: there is none. */
void grid_put_value(struct grid *g, const struct row *row);
void grid_free(struct grid *g);
/* Prints and frees. */
void grid_print(FILE *f, struct grid *g, bool markdown);

/* "us", "MB/s", ...: of the row's figure; and what that is where the row takes
 * so many seconds, as a text, malloced, or a number (a share in percent). */
const char *people_unit(const struct row *row);
char *people_figure(const struct row *row, double seconds);
double people_value(const struct row *row, double seconds);
/* True if a rate is shown beside the time. */
bool people_has_rate(const struct view *v);

/*
 * Makes the cells of a state: the size, the baseline with +-% (and its rate),
 * and columns of up to two other rivals, from number `from` on: figure, +-%, x,
 * lo-hi, and the sign unless the table is of passes. Returns the number of the
 * next one. More than five rivals are lines: size, algorithm, figure, +-%, x,
 * lo-hi, and the sign, the fastest first. grid_print() or grid_free() it.
 */
size_t people_grid(struct grid *g, const struct view *v, size_t state,
                   size_t from);
/* Prints which state that is, a line; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
/* What the columns are; malloced. */
char *people_legend(const struct view *v);

/* What +-% is. */
const char *people_interval(const struct table *t);

/* Takes the text over, which may be NULL: there is none. Further lines are
 * indented. */
void people_line(FILE *f, char *text, const char *indent, bool markdown);
/* What is said before the tables of a view. */
void people_head(FILE *f, const struct view *v, bool markdown);
/* Why cells are empty: each reason once, with the sizes that it holds at. */
void people_reasons(FILE *f, const struct view *v, bool markdown);

/* The tables of pairs of ranks that were measured each by itself, from the
 * view's family on: each pair is one. Returns how many rows (pairs_print.c). */
size_t people_pairs(FILE *f, const struct view *v, bool markdown);

#endif /* COMPARE_PEOPLE_H */
