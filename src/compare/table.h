/* table.h: a table: time of each case, ratio to its baseline, and whether that
 * is significant. All programs make tables with this module. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <jansson.h>
#include "compare/runs.h"
#include "lib/quote.h"
#include "stats/interval.h"

/* Defaults of options. A pause of SITTING seconds between runs starts a new
 * sitting. */
#define SAME 0.03
#define SITTING 3600.0

enum baseline { BASELINE_FIRST, BASELINE_OWN };

struct table_options {
    double same;    /* ratios in 1 +- same count as the same */
    double sitting; /* pause between runs that starts a new sitting, seconds */
    /* Which side has the baselines: the first; or each side its own, and then
     * nothing is compared between sides. */
    int baseline; /* enum baseline */
    /* Before sides are compared, their times are divided by the time of this
     * algorithm in the same run; NULL: they are not. */
    const char *reference;
    /* Ignore runs of earlier blocks, and from end_block on, unless it is 0. */
    size_t first_block, end_block;
    /* Intervals between sides are for the mean of these runs, instead of for a
     * repeated measurement. */
    bool gate;
    bool passes;        /* one run: its passes are the observations */
    bool noted;         /* notes on the rows were printed: do not repeat them */
    const char **names; /* names of the sides, NULL-terminated; may be NULL */
};

enum sign { SIGN_NONE, SIGN_FASTER, SIGN_SLOWER, SIGN_SAME, SIGN_NOT_TOLD };

/* A figure, with the interval expected to contain it in a repeated measurement
 * ("the next table"). */
struct figure {
    struct spread_of_parts spread; /* of logarithms, unless `plain` */
    double value, lo, hi;          /* NAN if there is none */
    double
        half; /* half width of the interval; of the logarithm, unless `plain` */
};

extern const struct figure no_figure;

enum { NO_ROW = -1 };

/* A row: a case on a side (A, B, ...) in a state of the machine. */
struct row {
    const struct runs_case *c;
    long side;
    int state;           /* STATE_LOW if there is only one */
    bool stateless;      /* no gauge readings in its family: all passes count */
    size_t runs;         /* number of runs with a value */
    size_t measured;     /* number of runs with the case, in any state */
    size_t empty, wrong; /* runs without a figure; with wrong results */
    size_t apart; /* runs by another method than most: they do not count */
    size_t lost[LOSTS]; /* runs in which ranks lost their cores too often */
    const json_t *last; /* its latest `case` record */
    bool plain; /* its main figure is a share: differences, not ratios */
    struct figure time; /* seconds; a share if plain */
    long base;          /* index of the row it is compared with, or NO_ROW */
    bool between_sides; /* its baseline is on another side */
    bool interleaved;   /* runs of both rows were interleaved */
    struct figure vs;   /* times as fast; if plain, difference */
    double vs_sd; /* least standard deviation of its ratios: its column's */
    enum sign sign;
    bool by_clock;            /* undecided: the clock's step is too large */
    bool unlike_quotient;     /* the ratio is not that of the printed times */
    json_t *figures, *ranges; /* other figures, intervals; NULL if none */
};

struct table {
    const struct runs *r;
    struct table_options o;
    struct states states;
    bool interleaved; /* all sides were interleaved */
    char **side;      /* names of sides 1, 2, ...; NULL-terminated */
    struct row *v;    /* by pairs, family, bytes, state, side, algorithm */
    size_t n;
};

/* Makes the table. The runs must outlive it; `interleaved` is the result of
 * runs_order(). */
void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o);
/* Makes the table of one run from its `run` and `case` records. passes: each
 * pass is an observation. */
void table_of_run(struct table *t, struct runs *runs, const json_t *records,
                  bool passes);
/* True if --verify found wrong results in a run of any row. */
bool table_is_wrong(const struct table *t);
void table_free_rows(struct table *t);

/* Returns the first of the rows that differ from this one only in algorithm,
 * side or state; *end is the index after the last of them. */
size_t table_rivals(const struct table *t, const struct row *row, size_t *end);

/* Compares the row with any other row; returns the sign of their ratio. */
enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs);

/* True if each side has a row of the reference algorithm. */
bool table_has_reference(const struct table *t);

/* Sets value and interval from f->spread and the half width. */
void figure_set(struct figure *f, double half, bool plain);
/* Like figure_set(), for the mean of these runs. Slow runs count if many. */
void figure_set_mean(struct figure *f, double least, bool plain);

/* Returns the name of a side: the one given, else A, B, ... */
const char *side_name(const struct table *t, long side);
/* Returns the machine's states; a single one if the row is stateless. */
const struct states *row_states(const struct table *t, const struct row *row);
/* Returns the name of the row's state, such as "far"; NULL if there is one. */
const char *row_state_name(const struct table *t, const struct row *row);
/* Returns a text field of the row's case, or "". */
const char *row_text(const struct row *row, const char *field);
long row_bytes(const struct row *row);
/* True if the row is of whole commands, which have no bytes. */
bool row_is_timed(const struct row *row);
/* Returns the row's size, such as "4 KiB"; for whole commands, the name of
 * their value. ROW_SIZE() has a buffer that is valid until the end of the
 * block. */
const char *row_size(char *buf, const struct row *row);
#define ROW_SIZE(row) row_size((char[QUOTE_SIZE(QUOTE_VALUE)]){""}, row)
/* True if the rows have the same algorithm; if they differ only in bytes. */
bool rows_same_algo(const struct row *a, const struct row *b);
bool rows_same_column(const struct row *a, const struct row *b);
/* True if the row has no figure and its record gives the reason. */
bool row_is_without(const struct row *row);
const char *sign_word(enum sign s);

/* ---- values of rows, one for each run (values.c) ------------------------- */

/* A value of each run, in order of time; NAN if the run has none. */
struct values {
    double *x;
    size_t n;
    struct parts parts; /* how the runs are cut into parts */
};

/* Gets the values of a figure of the passes; NULL: the logarithm of the time.
 * values_free() frees them. */
void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure);
void values_free(struct values *v);
/* Computes the spread of these values. */
void values_spread(struct spread_of_parts *s, const struct table *t,
                   const struct row *row, const char *figure);

/* Computes the spread of the logarithms of how many times as fast `row` is as
 * `base` (if plain, of differences), averaged over n rows and their bases.
 * Interleaved sides are compared in each block; others by their means, with the
 * larger of their two standard deviations. */
void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *const *row, const struct row *const *base,
                  size_t n);

/* The same for rows of a case in n states, of interleaved sides: the ratio in a
 * block is that of the first row that has one, so of one state. */
void values_ratio_of_states(struct spread_of_parts *s, const struct table *t,
                            const struct row *const *rows,
                            const struct row *const *bases, size_t n);

/* Returns by what fraction clock steps can change the row's time; 0 if plain.
 * See clock_half(). */
double values_step(const struct table *t, const struct row *row);

#endif /* COMPARE_TABLE_H */
