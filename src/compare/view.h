/* view.h: a table arranged for reading: families of rows, with rivals as
 * columns and sizes as lines; conclusions from it, and advice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include <stdio.h>
#include "compare/table.h"
#include "lib/number.h"

/* A rival: an algorithm on a side. */
struct rival {
    const struct row *first; /* its first row in the family */
    char *name;              /* "shmbcast"; "B" if only sides differ */
    char *title; /* the name without a prefix that is another rival's name */
};

/* A family: rows that differ only in bytes, state, side and algorithm. */
struct view {
    const struct table *t;
    const struct states *states; /* row_states() of its rows */
    size_t first, n;             /* range of the table's rows */
    struct rival *rival;
    size_t rivals;
    size_t base; /* the rival that the others are compared with */
    long *bytes; /* sizes, ascending */
    size_t sizes;
    const struct row **cell; /* by size, rival, state; NULL: no row */
    size_t cells;
    bool known[STATES]; /* true if a row has a figure in this state; a state
                           seen in too few parts of the time has none */
};

/* Makes the view of the family whose first row is `first`; view_free() it. */
void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);

const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Prints "up to 4 KiB", "from 512 B to 4 KiB", "at 8 B" or "at all sizes" for
 * the sizes first..last. */
void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last);

/* Prints "2.1 to 4.1", or one number if both texts are equal. */
void view_put_span(FILE *f, const char *least, const char *to,
                   const char *most);

/* Three significant digits: "2.10", "12.5", "171"; "-" if x is not finite.
 * DIGITS3() has a buffer that is valid until the end of the block. */
enum { DIGITS3_SIZE = 320 }; /* bytes for any number */
const char *digits3(char *buf, double x);
#define DIGITS3(x) digits3((char[DIGITS3_SIZE]){""}, x)

/* ---- the readable table (people.c, pairs.c) ------------------------------ */

/*
 * Prints a line for each size and columns for the rivals, two rivals in a
 * block, at most 80 characters wide; of more than five rivals, a line for each
 * size and rival, the fastest first. Above it: what was measured, the fastest
 * rival, the legend, and warnings; below it: a sentence for each rival. Each
 * family has its own table.
 */
void people_print(FILE *f, const struct table *t, bool markdown);
/* Prints a line that names the state; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
/* Prints the text, wrapped; lines after the first begin with `indent`. Takes
 * ownership of the text. NULL: prints nothing. */
void people_line(FILE *f, char *text, const char *indent, bool markdown);
/* Prints the title, and for the first view the transport. */
void people_title(FILE *f, const struct view *v, bool markdown);
/* Prints the differences between the sides, and the warnings. */
void people_head(FILE *f, const struct view *v, bool markdown);
/* Prints why cells are empty: each reason once, with its sizes. */
void people_reasons(FILE *f, const struct view *v, bool markdown);
/* Prints the tables of --pairs=each, from the view's first row on. Returns the
 * number of rows that they contain. */
size_t people_pairs(FILE *f, const struct view *v, bool markdown);

/* ---- conclusions in sentences (answer.c) --------------------------------- */

/* Returns a sentence such as "fastest: shmbcast-auto, 2.1 to 4.1 times as fast
 * as native; at 4 KiB it or shmbcast", malloced; NULL if there is one rival. */
char *answer_fastest(const struct view *v);

/* "shmbcast: near, 1.1-4.4 times as fast up to 32 KiB, not told from 256 KiB;
 * far, ..."; malloced. NULL: the rival is not compared. */
char *answer_rival(const struct view *v, size_t rival);

/* The baseline's figures, where nothing is compared: "native: 0.19 us at 8 B,
 * 6.45 us at 32 KiB"; malloced. */
char *answer_figures(const struct view *v);

/*
 * A line of advice, malloced; NULL: all ratios are decided (advice.c). If more
 * runs help and take at most an hour, it is the command that makes them; for
 * sides that were not interleaved, the command that interleaves them. `file`:
 * file that keeps the runs; NULL: none.
 */
char *advice_text(const struct table *t, const char *file);

/* ---- conditions of the measurement (describe.c, differ.c) ---------------- */

/* Returns a title such as "bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC;
 * 53 runs in 59 s", malloced. */
char *describe_title(const struct view *v);
/* Its parts, malloced: "bcast, 2 ranks on 1 node", and the rest. */
char *describe_what(const struct view *v);
char *describe_where(const struct table *t);

/* Prints the fields in which the row's case differs from cases of other
 * families: ", datatype double". */
void describe_apart(FILE *f, const struct table *t, const struct row *row);

/* Returns "Open MPI 4.1.4" for "Open MPI v4.1.4, package: ...", "MPICH 4.0.2"
 * for "MPICH Version: 4.0.2"; the processor's name without trademarks and
 * frequency. Both of a `run` record, malloced. */
char *mpi_text(const json_t *run);
char *cpu_text(const json_t *run);

/* The line on the transport of all runs, malloced; NULL: they differ, or it is
 * not known. */
char *describe_transport(const struct table *t);

/* Warnings that affect the interpretation of the whole table, and of the view:
 * arrays of texts, new references. */
json_t *describe_all(const struct table *t);
json_t *describe_warnings(const struct view *v);

/* Lines on the differences between the sides: command line, MPI, environment,
 * machine. An array of texts, a new reference. */
json_t *describe_sides(const struct table *t);

/* Appends warnings on differences between runs of one side, which should not
 * differ. */
void describe_within(json_t *all, const struct table *t);

/* Appends the text and frees it. */
void describe_add(json_t *all, char *text);

/* The words of the run's command line without output options; they belong to
 * the record. free() the array. */
const char **describe_words(const struct run *run, size_t *n);

#endif /* COMPARE_VIEW_H */
