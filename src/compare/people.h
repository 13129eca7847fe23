/* people.h: parts of the readable table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_PEOPLE_H
#define COMPARE_PEOPLE_H

#include "compare/view.h"

/* Prints a line that names the state; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
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
