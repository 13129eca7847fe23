/* parts.h: parts of the readable table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_PARTS_H
#define PRINT_PARTS_H

#include <stdio.h>
#include "print/view.h"

/* Return malloced texts: a title, "bcast, 2 ranks on 1 node, Open MPI 4.1.4,
 * AMD EPYC; 53 runs in 59 s"; its part up to the ranks; the rest. */
char *describe_title(const struct view *v);
char *describe_what(const struct view *v);
char *describe_where(const struct table *t);

/* Returns the line on the transport of all runs, malloced; NULL if they differ
 * or it is unknown. */
char *describe_transport(const struct table *t);

/* Prints a line that names the state; nothing if no gauge was read. */
void print_state(FILE *f, const struct view *v, size_t state);

/* Prints the text, wrapped, and frees it; lines after the first begin with
 * `indent`. Prints nothing if the text is NULL. */
void print_line(FILE *f, char *text, const char *indent, bool markdown);

/* Prints the title; for the first view, the transport too. */
void print_title(FILE *f, const struct view *v, bool markdown);

/* Prints the differences between the sides, and the warnings. */
void print_head(FILE *f, const struct view *v, bool markdown);

/* Prints why cells are empty: each reason once, with its sizes. */
void print_reasons(FILE *f, const struct view *v, bool markdown);

#endif /* PRINT_PARTS_H */
