/* view.h: a table as people see it: families of rows, rivals across, sizes
 * down; what follows from it, and how to go on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include <stdio.h>
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
    const struct row **cell; /* by size, rival and state; NULL: there is none */
    size_t cells;
    bool known[STATES]; /* has any row figures in that state? One that was seen
                           in too few parts of the time has none. */
};

/* Of the family that begins with the row `first`; view_free() it. */
void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);

const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Adds "up to 4 KiB", "from 512 B to 4 KiB", "at 8 B", "at all sizes" of the
 * sizes first .. last. */
void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last);

/* "2.10", "12.5", "171": three digits; malloced. */
char *digits3(double x);

/* ---- the table for people (people.c) ------------------------------------- */

/*
 * Sizes go down, rivals across, two a block, at most 80 columns. Above them
 * what was run, the answer, the legend and what changes the reading; below them
 * a sentence for each rival. Several families are tables one after another.
 */
void people_print(FILE *f, const struct table *t, bool markdown);

/* ---- what follows from it, in sentences (answer.c) ----------------------- */

/* "fastest: shmbcast-auto, 2.1 to 4.1 times as fast as native; at 4 KiB it or
 * shmbcast"; malloced. NULL: there is one rival. */
char *answer_fastest(const struct view *v);

/* "shmbcast: near, 1.1-4.4 times as fast up to 32 KiB, not told from 256 KiB;
 * far, ..."; malloced. NULL: the rival is compared with nothing. */
char *answer_rival(const struct view *v, size_t rival);

/*
 * How to go on: one line, malloced, or NULL: all is told (advice.c). `file`
 * keeps the runs, NULL: none does. Where more runs help and take no more than
 * an hour it is the command that makes them; sides that were not interleaved
 * get the one that interleaves them.
 */
char *advice_text(const struct table *t, const char *file);

/* ---- what was run on what (describe.c, differ.c) ------------------------- */

/* "bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 53 runs in 59 s";
 * malloced. */
char *describe_title(const struct view *v);

/* "Open MPI 4.1.4" of "Open MPI v4.1.4, package: ...", "MPICH 4.0.2" of "MPICH
 * Version: 4.0.2"; the processor without what makers add to its name. Of a
 * `run` record; malloced. */
char *mpi_text(const json_t *run);
char *cpu_text(const json_t *run);

/* Sentences on what changes the reading of the view. An array of texts; a new
 * reference. */
json_t *describe_warnings(const struct view *v);

/* What the sides do not have in common, a line each: words of the command line,
 * MPI, environment, machine; likewise. */
json_t *describe_sides(const struct table *t);

/* Adds what the runs of one side do not have in common, which have to be alike.
 */
void describe_within(json_t *all, const struct table *t);

/* Appends the text, which it takes over. */
void describe_add(json_t *all, char *text);

/* The words of the run's command line, outputs aside, as its record's texts;
 * free() it. */
const char **describe_words(const struct run *run, size_t *n);

#endif /* COMPARE_VIEW_H */
