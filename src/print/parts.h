/* parts.h: parts of the readable table, and texts about it. */
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

/* ---- warnings ------------------------------------------------------------ */

/* Return warnings on the whole table, and on one view: arrays of texts, new
 * references. */
json_t *describe_all(const struct table *t);
json_t *describe_warnings(const struct view *v);
/* Returns the most important of both, at most three. Warnings on the whole
 * table are included only for its first view. */
json_t *describe_notes(const struct view *v);

/* ---- answers ------------------------------------------------------------- */

/* Returns "fastest: shmbcast-auto up to 4 KiB, 2.1-4.1 times as fast as native;
 * native at 1 MiB"; NULL if there is only one rival. If algorithms have loads,
 * beside_summary(). */
char *summary_fastest(const struct view *v);

/* Returns the baseline's figures, for tables without comparisons: "native: 0.19
 * us at 8 B, 6.45 us at 32 KiB". */
char *summary_figures(const struct view *v);

/* Returns the number of ranks in field load_ranks of a case, such as
 * "3,8-11". */
long beside_ranks(const json_t *which);

/* Returns a sentence for each load, malloced: "allreduce 8 B takes 3.1 times
 * (2.8-3.4) as long while 4 of 16 ranks run incast"; of several sizes, about
 * the one that the load slows down most. NULL if there is no load or no
 * ratio. */
char *beside_summary(const struct view *view);

/* Returns the share of the program's seconds that it spends in calls like those
 * of the row, without waiting for late ranks; NAN without --program. */
double saving_share(const struct row *row);

/* If the table has a program's calls, prints how much of the program's time the
 * fastest algorithm of each case would save. */
void saving_print(FILE *f, const struct table *t, bool markdown);

#endif /* PRINT_PARTS_H */
