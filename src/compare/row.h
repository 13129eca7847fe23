/* row.h: rows of a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_ROW_H
#define COMPARE_ROW_H

#include <jansson.h>
#include "compare/states.h"
#include "lib/quote.h"
#include "stats/interval.h"

/* Defaults of options. A pause of SITTING seconds between runs starts a new
 * sitting. */
#define SAME 0.03
#define SITTING 3600.0

enum baseline { BASELINE_FIRST, BASELINE_OWN };

struct table_options {
    /* A ratio is called the same if its whole interval lies between 1 - same
     * and 1 + same. */
    double same;
    double sitting; /* pause between runs that starts a new sitting, seconds */
    /* Where the baseline of a row is: on the first side (BASELINE_FIRST), or on
     * the row's own side, so that sides are not compared (BASELINE_OWN). */
    int baseline; /* enum baseline */
    /* The algorithm by whose time in the same run all times are divided before
     * sides are compared, or NULL. */
    const char *reference;
    /* Only runs of blocks first_block to end_block - 1 are used. If end_block
     * is 0, there is no last block. */
    size_t first_block, end_block;
    /* True if intervals between sides are confidence intervals of the mean of
     * these runs, false if they predict a repeated measurement. */
    bool gate;
    bool passes;        /* one run, whose passes are the observations */
    bool stateless;     /* all passes count, whatever the machine's state */
    bool noted;         /* notes on the rows were printed already */
    const char **names; /* names of the sides, NULL-terminated; may be NULL */
};

enum sign { SIGN_NONE, SIGN_FASTER, SIGN_SLOWER, SIGN_SAME, SIGN_UNDECIDED };

/* A figure, and the interval that should contain it in a repeated
 * measurement. */
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
    int state;           /* STATE_LOW if the machine has one state */
    bool stateless;      /* all passes count: no gauge readings in its family,
                            or as the options say */
    size_t runs;         /* number of runs with a value */
    size_t measured;     /* number of runs with the case, in any state */
    size_t empty, wrong; /* runs without a figure; with wrong results */
    size_t apart;        /* runs not counted: measured by another method */
    size_t lost[LOSTS];  /* runs in which ranks lost their cores too often */
    const json_t *last;  /* its latest `case` record */
    bool plain;         /* its main figure is a share: compare by differences */
    struct figure time; /* seconds; a share if plain */
    long base;          /* index of the row it is compared with, or NO_ROW */
    bool between_sides; /* its baseline is on another side */
    bool interleaved;   /* runs of row and baseline were interleaved */
    struct figure vs;   /* speed relative to base; if plain, difference */
    double vs_sd;       /* minimum of the ratio's sd, from its column */
    enum sign sign;
    bool by_clock;            /* the clock's step is too large to decide */
    bool unlike_quotient;     /* ratio differs from that of printed times */
    json_t *figures, *ranges; /* other figures, intervals; NULL if none */
};

struct table {
    const struct runs *r;
    struct table_options o;
    struct states states;
    bool interleaved; /* all sides were interleaved */
    char **side;      /* names of sides 1, 2, ...; NULL-terminated */
    struct row *v;    /* sorted: pairs, family, bytes, state, side, algorithm */
    size_t n;
};

/* Returns the first of the rows that differ from this one only in algorithm,
 * side or state; *end is the index after the last of them. */
size_t table_rivals(const struct table *t, const struct row *row, size_t *end);

/* Returns the name of a side: the given name, else A, B, ... */
const char *side_name(const struct table *t, long side);
/* Returns the machine's states; a single one if the row is stateless. */
const struct states *row_states(const struct table *t, const struct row *row);
/* Returns the row's state, such as "far"; NULL if the machine has one state. */
const char *row_state_name(const struct table *t, const struct row *row);
/* Returns a text field of the row's case, or "". */
const char *row_text(const struct row *row, const char *field);
long row_bytes(const struct row *row);
/* True if the row times whole commands, which have no bytes. */
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

#endif /* COMPARE_ROW_H */
