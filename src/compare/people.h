/* people.h: parts of the readable table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_PEOPLE_H
#define COMPARE_PEOPLE_H

#include "compare/view.h"

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

/* people_unit() returns the unit of the row's figure: "us", "MB/s", ... For a
 * time of so many seconds, people_figure() returns the figure as a text,
 * malloced, and people_value() as a number (a share in percent). */
const char *people_unit(const struct row *row);
char *people_figure(const struct row *row, double seconds);
double people_value(const struct row *row, double seconds);
/* True if a rate is shown beside the time. */
bool people_has_rate(const struct view *v);

/*
 * Makes the cells of the table of a state. A line has the size, the baseline
 * with +-% (and its rate), and columns of up to two other rivals, from number
 * `from` on: figure, +-%, x, lo-hi, and the sign unless the table is of passes.
 * Returns the number of the next rival. If there are more than five rivals,
 * each is a line, the fastest first: size, algorithm, figure, +-%, x, lo-hi,
 * and the sign. Call grid_print() or grid_free() afterwards.
 */
size_t people_grid(struct grid *g, const struct view *v, size_t state,
                   size_t from);
/* Prints a line that names the state; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
/* Returns the explanation of the columns, malloced. */
char *people_legend(const struct view *v);

/* Returns the meaning of the column +-%. */
const char *people_interval(const struct table *t);

/* Prints the text, wrapped; lines after the first begin with `indent`. Takes
 * ownership of the text. NULL: prints nothing. */
void people_line(FILE *f, char *text, const char *indent, bool markdown);
/* Prints the differences between the sides, and the warnings. */
void people_head(FILE *f, const struct view *v, bool markdown);
/* Prints why cells are empty: each reason once, with its sizes. */
void people_reasons(FILE *f, const struct view *v, bool markdown);

/* Prints the tables of --pairs=each, from the view's first row on. Returns the
 * number of rows that they contain (pairs_print.c). */
size_t people_pairs(FILE *f, const struct view *v, bool markdown);

#endif /* COMPARE_PEOPLE_H */
