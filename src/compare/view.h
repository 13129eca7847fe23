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
    bool known[STATES]; /* a row has a figure in this state; a state seen in too
                           few parts of the time has none */
};

/* Makes the view of the family whose first row is `first`; view_free() it. */
void view_make(struct view *v, const struct table *t, size_t first);
void view_free(struct view *v);

/* Index of the row's rival; v->rivals if there is none. */
size_t view_rival(const struct view *v, const struct row *row);
const struct row *view_row(const struct view *v, size_t size, size_t rival,
                           size_t state);

/* Share of the passes of the view's rows in this of two states. */
double view_share(const struct view *v, size_t state);

/* True if each pair of ranks was measured by itself. */
bool view_is_pairs(const struct view *v);
/* The first row behind the view, or behind those of all pairs. */
size_t view_end(const struct view *v);

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

/* ---- cells (grid.c) ------------------------------------------------------ */

/* A grid of text; its first row has the titles. */
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
/* The text in Markdown, malloced; frees the text. No character has a meaning,
 * nor is HTML. */
char *markdown_text(char *text);

/* The unit of the row's figure: "us", "MB/s", ...; and the figure for a time of
 * so many seconds, a share in percent. */
const char *figure_unit(const struct row *row);
double figure_number(const struct row *row, double seconds);

/*
 * Makes the table of a state. A line has the size, the baseline with +-% (and
 * its rate), and of up to two other rivals, from number `from` on: figure, +-%,
 * x, lo-hi, and the sign unless the table is of passes. Returns the number of
 * the next rival. Without columns of rivals each is a line, the fastest
 * first. Call grid_print() or grid_free() afterwards.
 */
size_t grid_of_view(struct grid *g, const struct view *v, size_t state,
                    size_t from);
/* The explanation of the columns, malloced; and of +-% alone. */
char *grid_legend(const struct view *v);
const char *grid_interval(const struct table *t);

/* ---- the readable table (people.c, pairs.c) ------------------------------ */

/* Prints the tables of all families, at most 80 characters wide: what was
 * measured, the fastest rival, the legend, warnings, and the grids. */
void people_print(FILE *f, const struct table *t, bool markdown);
/* Prints a line that names the state; nothing if no gauge was read. */
void people_state(FILE *f, const struct view *v, size_t state);
/* Prints the text, wrapped, and frees it; lines after the first begin with
 * `indent`. NULL: prints nothing. */
void people_line(FILE *f, char *text, const char *indent, bool markdown);
/* Prints the title, and for the first view the transport. */
void people_title(FILE *f, const struct view *v, bool markdown);
/* Prints the differences between the sides, and the warnings. */
void people_head(FILE *f, const struct view *v, bool markdown);
/* Prints why cells are empty: each reason once, with its sizes. */
void people_reasons(FILE *f, const struct view *v, bool markdown);
/* Prints the tables of --pairs=each, from the view's first row on. */
void people_pairs(FILE *f, const struct view *v, bool markdown);

/* ---- conclusions in sentences, malloced (answer.c, advice.c) ------------- */

/* "fastest: shmbcast-auto up to 4 KiB, 2.1-4.1 times as fast as native; native
 * at 1 MiB"; NULL if there is one rival. */
char *answer_fastest(const struct view *v);

/* The baseline's figures, where nothing is compared: "native: 0.19 us at 8 B,
 * 6.45 us at 32 KiB". */
char *answer_figures(const struct view *v);

/* Advice; NULL: all ratios are decided. If more runs help and take at most an
 * hour, it is the command that makes them; for sides that were not interleaved,
 * the command that interleaves them. file: keeps the runs; NULL: none. */
char *advice_text(const struct table *t, const char *file);
/* The command whose runs should decide a gate that cannot tell; NULL: none. */
char *advice_gate(const struct gate *g, const struct table *t,
                  const char *file);

/* Half the width of the widest interval: of ratios, or of times if nothing is
 * compared. Six parts differ too little now and then, and a table that ended
 * then would promise too much: so it is at least the width that the scatter of
 * the runs justifies. INFINITY: some interval is unknown, or a sign would be.
 */
double advice_width(const struct table *t);

/* ---- conditions of the measurement (describe.c, differ.c) ---------------- */

/* A title, malloced: "bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 53
 * runs in 59 s"; and its parts: the operation with its ranks, and the rest. */
char *describe_title(const struct view *v);
char *describe_what(const struct view *v);
char *describe_where(const struct table *t);

/* Prints the fields in which the row's case differs from cases of other
 * families, and those that have no usual value: ", datatype double, in place".
 */
void describe_apart(FILE *f, const struct table *t, const struct row *row);

/* "Open MPI 4.1.4" for a record of "Open MPI v4.1.4, package: ...", "MPICH
 * 4.0.2" for "MPICH Version: 4.0.2"; the processor's name without trademarks
 * and frequency. Malloced. */
char *mpi_text(const json_t *run);
char *cpu_text(const json_t *run);

/* The line on the transport of all runs, malloced; NULL: they differ, or it is
 * not known. */
char *describe_transport(const struct table *t);

/* Warnings on the whole table, and on the view: arrays of texts, new
 * references. */
json_t *describe_all(const struct table *t);
json_t *describe_warnings(const struct view *v);
/* The most important ones of both, three at most; of the whole table for its
 * first view alone. */
json_t *describe_notes(const struct view *v);

/* Lines on the differences between the sides: command line, MPI, environment,
 * machine. An array of texts, a new reference. */
json_t *describe_sides(const struct table *t);

/* True if the first runs of both sides are of the same build of mpiperf. */
bool describe_same_build(const struct table *t, long side, long other);

/* The first difference between the runs in what makes their times incomparable:
 * MPI, processor, placement of the ranks; malloced. NULL: there is none. */
char *describe_machines(const struct table *t);

/* Appends warnings on differences between runs of one side. */
void describe_within(json_t *all, const struct table *t);

/* Appends a text. */
void describe_add(json_t *all, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The words of the run's command line without output options; they belong to
 * the record. free() the array. */
const char **describe_words(const struct run *run, size_t *n);

#endif /* COMPARE_VIEW_H */
