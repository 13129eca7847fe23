/* view.h: a table arranged for reading: families of rows, with rivals as
 * columns and sizes as lines; conclusions from it, and advice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_VIEW_H
#define COMPARE_VIEW_H

#include <stdio.h>
#include "compare/table.h"

struct gate;

/* A rival: an algorithm on a side. */
struct rival {
    const struct row *first; /* its first row in the family */
    char *name;              /* "shmbcast"; "B" if only sides differ */
    char *title; /* name without a prefix that is another rival's name */
};

/* A family: rows that differ only in bytes, state, side and algorithm. */
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
    bool known[STATES]; /* a row has a figure in this state; not if the state
                           was seen too rarely */
};

/* Makes the view of the family whose first row is `first`. */
void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);

/* Returns the index of the row's rival; v->rivals if there is none. */
size_t view_rival(const struct view *v, const struct row *row);
const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Returns which share of the view's passes is in the state, one of two. */
double view_share(const struct view *v, size_t state);

/* True if each pair of ranks was measured by itself (--pairs=each). */
bool view_is_pairs(const struct view *v);
/* Index of the first row after the view, or after those of all pairs. */
size_t view_end(const struct view *v);

/* Prints "up to 4 KiB", "from 512 B to 4 KiB", "at 8 B" or "at all sizes" for
 * the sizes first..last. */
void view_put_sizes(FILE *f, const struct view *v, size_t first, size_t last);
/* Prints "2.1 to 4.1", or one number if both texts are equal. */
void view_put_span(FILE *f, const char *least, const char *to,
                   const char *most);

/* Prints x with three digits: "2.10", "12.5", "171"; "-" if not finite.
 * DIGITS3() uses a buffer that is valid until the end of the block. */
enum { DIGITS3_SIZE = 320 }; /* enough for any number */
const char *digits3(char *buf, double x);
#define DIGITS3(x) digits3((char[DIGITS3_SIZE]){""}, x)

/* ---- cells (grid.c) ------------------------------------------------------ */

/* A grid of text; the first row has the titles. */
struct grid {
    size_t cols, n; /* columns, cells */
    char **cell;
};

/* Adds a cell; takes over the text. */
void grid_put(struct grid *g, char *text);
/* Adds two cells: the row's figure, and the half width of its interval in
 * percent. If `row` is NULL, both are "-". */
void grid_put_value(struct grid *g, const struct row *row);
/* Frees the cells; call grid_print() before this. */
void grid_free(struct grid *g);
void grid_print(FILE *f, struct grid *g, bool markdown);
/* Returns the text escaped for Markdown, malloced, so that no character has a
 * special meaning and nothing is HTML; frees `text`. */
char *markdown_text(char *text);

/* Return the unit of the row's figure ("us", "MB/s", ...), whether it is a
 * time, and the figure for a time in seconds or, in percent, for a share. */
const char *figure_unit(const struct row *row);
bool figure_is_time(const struct row *row);
double figure_number(const struct row *row, double seconds);
/* The row's figure, malloced: "12.3", "49.8%"; "~0" for a share that is below 0
 * within its noise. Tables for programs have the number. */
char *figure_text(const struct row *row);

/*
 * Makes the table of a state. A line has the size; the baseline with +-% (and
 * its rate); then for each of up to two rivals, starting with number `from`:
 * figure, +-%, x, lo-hi and, unless observations are passes, the sign. Returns
 * the number of the next rival. If rivals are not columns, each is a line,
 * fastest first. Call grid_print() or grid_free() afterwards.
 */
size_t grid_of_view(struct grid *g, const struct view *v, size_t state,
                    size_t from);
/* The explanation of the columns, malloced; that of the column +-% alone. */
char *grid_legend(const struct view *v);
const char *grid_interval(const struct table *t);

/* ---- the readable table (people.c, pairs.c) ------------------------------ */

/* Prints the tables of all families, at most 80 characters wide: what was
 * measured, the fastest rival, the legend, warnings, and the grids. */
void people_print(FILE *f, const struct table *t, bool markdown);
/* Prints a line that names the state; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
/* Prints the text, wrapped, and frees it; lines after the first begin with
 * `indent`. Prints nothing if the text is NULL. */
void people_line(FILE *f, char *text, const char *indent, bool markdown);
/* Prints the title; for the first view, the transport too. */
void people_title(FILE *f, const struct view *v, bool markdown);
/* Prints the differences between the sides, and the warnings. */
void people_head(FILE *f, const struct view *v, bool markdown);
/* Prints why cells are empty: each reason once, with its sizes. */
void people_reasons(FILE *f, const struct view *v, bool markdown);
/* Prints the tables of --pairs=each from the view's first row on. */
void people_pairs(FILE *f, const struct view *v, bool markdown);

/* ---- conclusions in sentences, malloced (answer.c, advice.c) ------------- */

/* Returns "fastest: shmbcast-auto up to 4 KiB, 2.1-4.1 times as fast as native;
 * native at 1 MiB"; NULL if there is only one rival. */
char *answer_fastest(const struct view *v);

/* Returns the baseline's figures, for tables that compare nothing: "native:
 * 0.19 us at 8 B, 6.45 us at 32 KiB". */
char *answer_figures(const struct view *v);

/* Returns advice; NULL if all ratios are decided. If more runs help and take at
 * most an hour, it is the command that makes them; for sides that were not
 * interleaved, one that interleaves them. file: keeps the runs; NULL if
 * none. */
char *advice_text(const struct table *t, const char *file);
/* Returns the command whose runs should decide the gate, or NULL. */
char *advice_gate(const struct gate *g, const struct table *t,
                  const char *file);

/* Returns half the width of the widest interval: of ratios, or of times if
 * nothing is compared; INFINITY if an interval or a sign is unknown. It is not
 * below what the scatter of the runs justifies: the six parts of a table may
 * agree by chance, and a stop just then would promise too much. */
double advice_width(const struct table *t);

/* ---- conditions of the measurement (describe.c, differ.c) ---------------- */

/* Return malloced texts: a title, "bcast, 2 ranks on 1 node, Open MPI 4.1.4,
 * AMD EPYC; 53 runs in 59 s"; its part up to the ranks; its rest. */
char *describe_title(const struct view *v);
char *describe_what(const struct view *v);
char *describe_where(const struct table *t);

/* Prints the fields that distinguish the row's case from other families, and
 * those with unusual values: ", datatype double, in place". */
void describe_apart(FILE *f, const struct table *t, const struct row *row);

/* Return malloced texts: "Open MPI 4.1.4" for a record with "Open MPI v4.1.4,
 * package: ...", "MPICH 4.0.2" for "MPICH Version: 4.0.2"; the processor's name
 * without trademarks and frequency. */
char *mpi_text(const json_t *run);
char *cpu_text(const json_t *run);

/* Returns the line on the transport of all runs, malloced; NULL if they differ
 * or it is unknown. */
char *describe_transport(const struct table *t);

/* Return warnings on the whole table, and on the view: arrays of texts, new
 * references. */
json_t *describe_all(const struct table *t);
json_t *describe_warnings(const struct view *v);
/* Returns the most important of both, at most three; those on the whole table
 * only for its first view. */
json_t *describe_notes(const struct view *v);

/* Returns lines on the differences between sides: command line, MPI,
 * environment, machine. An array of texts, a new reference. */
json_t *describe_sides(const struct table *t);

/* True if the first runs of both sides used the same build of mpiperf. */
bool describe_same_build(const struct table *t, long side, long other);

/* Returns the first difference between runs that makes their times
 * incomparable: MPI, processor, placement of ranks; malloced. NULL if none. */
char *describe_machines(const struct table *t);

/* Appends warnings about differences between the runs of one side. */
void describe_within(json_t *all, const struct table *t);

/* Appends a formatted text to an array of texts. */
void describe_add(json_t *all, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the words of the run's command line without output options; they
 * belong to the record. Free the array with free(). */
const char **describe_words(const struct run *run, size_t *n);

#endif /* COMPARE_VIEW_H */
