/* table.h: rows of runs: what each case takes, how many times as fast as its
 * baseline it is, and whether that is told. One-table of all programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <jansson.h>
#include "compare/runs.h"
#include "compare/states.h"
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
    struct spread_of_parts spread; /* of logarithms, unless `plain` */
    double value, lo, hi;          /* NAN: none */
    double half;                   /* of the logarithm's interval, or plain */
};

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
    struct row *v;    /* by family, bytes, state, side, algorithm as met */
    size_t n;
};

/* The runs have been put in order, and outlive the table. `interleaved` is what
 * runs_order() said. */
void table_make(struct table *t, const struct runs *r, bool interleaved,
                const struct table_options *o);
void table_free_rows(struct table *t);

/* The row against any other; the sign of what it says. */
enum sign table_ratio(const struct table *t, const struct row *row,
                      const struct row *base, struct figure *vs);

/* ---- for those who print --------------------------------------------------
 */

/* Name of a side: as given, else A, B, ...; malloced. */
char *side_name(const struct table *t, long side);
const char *row_text(const struct row *row, const char *field);
long row_bytes(const struct row *row);
char sign_char(enum sign s);
const char *sign_word(enum sign s);

#endif /* COMPARE_TABLE_H */
