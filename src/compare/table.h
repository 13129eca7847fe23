/* table.h: a table: time of each case, ratio to its baseline, and whether the
 * ratio is significant. All programs make tables by this file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <jansson.h>
#include "compare/runs.h"
#include "stats/interval.h"

/* Defaults of options; a sitting is a period of measuring without a pause this
 * long, in seconds. */
#define SAME 0.03
#define SITTING 3600.0

enum baseline { BASELINE_FIRST, BASELINE_OWN };

struct table_options {
    double same;    /* ratios in 1 +- same count as the same */
    double sitting; /* pause between runs that begins a new sitting, seconds */
    /* The side of the baselines: the first one; or each its own, and nothing is
     * compared between sides. */
    int baseline; /* enum baseline */
    /* Algorithm by whose time in the same run the sides' times are divided;
     * NULL: none. */
    const char *reference;
    /* Runs of earlier blocks are ignored, and from end_block on, unless 0. */
    size_t first_block, end_block;
    /* Intervals between sides are for the mean of these runs, not for a
     * repeated measurement. */
    bool gate;
    bool passes;        /* for one run: each pass is an observation */
    bool noted;         /* its rows' notes were printed, and are not repeated */
    const char **names; /* sides' names, NULL-terminated; or NULL */
};

enum sign { SIGN_NONE, SIGN_FASTER, SIGN_SLOWER, SIGN_SAME, SIGN_NOT_TOLD };

/* A figure, and the interval in which a repeated measurement ("the next table")
 * is expected. */
struct figure {
    struct spread_of_parts spread; /* of logarithms, unless plain */
    double value, lo, hi;          /* NAN: none */
    double
        half; /* half width of the interval: of the logarithm, unless plain */
};

extern const struct figure no_figure;

enum { NO_ROW = -1 };

/* A row: a case on a side in a machine state. */
struct row {
    const struct runs_case *c;
    long side;
    int state;           /* STATE_LOW if the machine has one state */
    bool stateless;      /* no pass of its family has a reading: all count */
    size_t runs;         /* number of runs that have a value */
    size_t measured;     /* number of runs that have the case, in any state */
    size_t empty, wrong; /* runs without a figure; runs with wrong results */
    size_t apart; /* runs by another method than most: they do not count */
    size_t lost[LOSTS]; /* runs in which ranks lost their core too often */
    const json_t *last; /* its latest `case` record */
    bool plain; /* its main figure is a share: differences, not ratios */
    struct figure time; /* in seconds; if plain, a share */
    long base;          /* index of the row it is compared with, or NO_ROW */
    bool between_sides; /* that row is of another side */
    bool interleaved;   /* its runs and that row's were interleaved */
    struct figure vs;   /* ratio: times as fast; if plain, difference */
    double vs_sd; /* least standard deviation of its ratios: its column's */
    enum sign sign;
    bool by_clock;            /* undecided, as the clock's step is so large */
    bool unlike_quotient;     /* the ratio is not that of the printed times */
    json_t *figures, *ranges; /* others, with intervals; NULL: none */
};

struct table {
    const struct runs *r;
    struct table_options o;
    struct states states;
    bool interleaved; /* all sides are interleaved */
    char **side;      /* names of sides 1, 2, ...; NULL-terminated */
    struct row *v;    /* by pairs, family, bytes, state, side, algorithm */
    size_t n;
};

/* Makes the table. The runs must outlive it; `interleaved` is the result of
 * runs_order(). */
void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o);
/* The table of one run, of its records: `run`, and those of cases. passes: each
 * of its passes is an observation. */
void table_of_run(struct table *t, struct runs *runs, const json_t *records,
                  bool passes);
/* True if --verify found wrong results in a run of some row. */
bool table_is_wrong(const struct table *t);
void table_free_rows(struct table *t);

/* The first of the rows that differ from this one in algorithm, side or state
 * alone; *end: after the last one. */
size_t table_rivals(const struct table *t, const struct row *row, size_t *end);

/* Compares the row with any other; returns the sign of the ratio. */
enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs);

/* True if a row on each side is of the reference algorithm. */
bool table_has_reference(const struct table *t);

/* Sets value and interval from f->spread and the half width. */
void figure_set(struct figure *f, double half, bool plain);
/* The same for the mean of these runs. Slow runs count if there are many. */
void figure_set_mean(struct figure *f, double least, bool plain);

/* Name of a side: as given, else A, B, ... */
const char *side_name(const struct table *t, long side);
/* The machine's states; one if the row is stateless. */
const struct states *row_states(const struct table *t, const struct row *row);
/* The name of the row's state, such as "far"; NULL: there is one. */
const char *row_state_name(const struct table *t, const struct row *row);
/* A text field of the row's case, or "". */
const char *row_text(const struct row *row, const char *field);
long row_bytes(const struct row *row);
/* True if they have the same algorithm; true if they differ only in bytes. */
bool rows_same_algo(const struct row *a, const struct row *b);
bool rows_same_column(const struct row *a, const struct row *b);
/* True if the row has no figure, and its record says why. */
bool row_is_without(const struct row *row);
const char *sign_word(enum sign s);

/* ---- values of rows, one for each run (values.c) ------------------------- */

/* Values in order of time; NAN if a run has none. */
struct values {
    double *x;
    size_t n;
    struct parts parts; /* the parts that they are cut into */
};

/* Gets the values of one of the passes' `figures`; NULL: the logarithm of the
 * time. values_free() frees them. */
void values_of(struct values *v, const struct table *t, const struct row *row,
               const char *figure);
void values_free(struct values *v);
/* The spread of these values. */
void values_spread(struct spread_of_parts *s, const struct table *t,
                   const struct row *row, const char *figure);

/* The spread of the logarithms of how many times as fast `row` is as `base` (if
 * plain, of the differences), averaged over n rows and their bases: for each
 * block of interleaved sides. Sides that were not interleaved are compared by
 * their means, and the spread has the larger of their standard deviations. */
void values_ratio(struct spread_of_parts *s, const struct table *t,
                  const struct row *const *row, const struct row *const *base,
                  size_t n);

/* What the clock's step can shift, relative to the row's time: clock_half();
 * 0 if plain. */
double values_step(const struct table *t, const struct row *row);

#endif /* COMPARE_TABLE_H */
