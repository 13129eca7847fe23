/* table.h: rows of runs: what each case takes, how many times as fast as its
 * baseline it is, and whether that is told. One-table of all programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <jansson.h>
#include "compare/runs.h"
#include "stats/interval.h"

/* What options are by default. */
#define SAME 0.03
#define SITTING 3600.0

struct table_options {
    double same;           /* ratios within 1 -+ same are the same */
    double sitting;        /* seconds between runs that begin a new sitting */
    const char *reference; /* algorithm whose time in the same run sides are
                              divided by first; NULL: none */
    size_t first_block;    /* runs of earlier blocks are left out */
    bool gate;   /* the intervals of sides ask about these runs alone */
    bool passes; /* of one run: a pass is an observation */
    const char *const *names; /* of sides 1, 2, ...; NULL at the end; or NULL */
};

enum sign { SIGN_NONE, SIGN_FASTER, SIGN_SLOWER, SIGN_SAME, SIGN_NOT_TOLD };

/* A figure and where that of the next table lies. */
struct figure {
    struct spread_of_parts spread; /* of logarithms, unless plain */
    double value, lo, hi;          /* NAN: none */
    double half;                   /* of the logarithm's interval, or plain */
};

extern const struct figure no_figure;

enum { NO_ROW = -1 };

/* A case in a side and a state. */
struct row {
    const struct runs_case *c;
    long side;
    int state;           /* STATE_LOW where the machine has one */
    size_t runs;         /* that have a value */
    size_t empty, wrong; /* without figures; with wrong results */
    const json_t *last;  /* its latest `case` record */
    bool plain;          /* of `main` hidden: differences, not ratios */
    struct figure time;  /* seconds; of `plain` a share */
    long base;           /* row that it is compared with, or NO_ROW */
    bool between_sides;  /* that is of another side */
    bool interleaved;    /* with it */
    struct figure vs;    /* times as fast; of `plain` a difference */
    enum sign sign;
    json_t *figures, *ranges; /* others, by name; NULL: none */
};

struct table {
    const struct runs *r;
    struct table_options o;
    struct states states;
    bool interleaved; /* all sides */
    char **side;      /* names of sides 1, 2, ...; NULL at the end */
    struct row *v;    /* by family, bytes, state, side, algorithm as met */
    size_t n;
};

/* The runs have been put in order, and outlive the table. `interleaved` is what
 * runs_order() said. */
void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o);
/* The table of one run, of its records: `run`, and those of cases. passes: each
 * of its passes is an observation. */
void table_of_run(struct table *t, struct runs *runs, const json_t *records,
                  bool passes);
void table_free_rows(struct table *t);

/* The row against any other; the sign of what it says. */
enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs);

/* The figure's value and its ends, of its spread and half a width. */
void figure_set(struct figure *f, double half, bool plain);

/* Name of a side: as given, else A, B, ... */
const char *side_name(const struct table *t, long side);
/* A text of the fields that tell the row's case from others, or "". */
const char *row_text(const struct row *row, const char *field);
long row_bytes(const struct row *row);
/* Are they of one algorithm? Do they differ in nothing but bytes? */
bool rows_same_algo(const struct row *a, const struct row *b);
bool rows_same_column(const struct row *a, const struct row *b);
const char *sign_word(enum sign s);

/* ---- values of rows, one a run (values.c) -------------------------------- */

/* In the order of time, NAN where a run has none. */
struct values {
    double *x;
    size_t n;
    struct parts parts; /* that these are cut into */
};

/* figure: a name in the passes' `figures`; NULL: the time, as a logarithm.
 * values_free() them. */
void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure);
void values_free(struct values *v);
/* Their spread alone. */
void values_spread(struct spread_of_parts *s, const struct table *t,
                   const struct row *row, const char *figure);

/* How many times as fast `row` is as `base`, as a logarithm (of plain ones: how
 * much more), run by run, or block by block. Of sides that were not interleaved
 * there are no such values. */
void values_of_ratio(struct values *v, const struct table *t,
                     const struct row *row, const struct row *base);

/* The spread of those; sides that were not interleaved are compared by their
 * means, with the larger of their standard deviations. */
void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *row, const struct row *base);

/* Half a step of the row's clock, of the time; 0 of plain rows. */
double values_step(const struct table *t, const struct row *row);

#endif /* COMPARE_TABLE_H */
