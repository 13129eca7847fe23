/* merge.h: one table of several runs: times, ratios, verdicts. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_H
#define COMPARE_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include "mpiperf/stats/typical.h"
#include "tools/compare/judge.h"
#include "tools/compare/runs.h"
#include "tools/compare/variance.h"

/*
 * A figure of the typical run, with its interval for this figure by itself;
 * NAN where there is none: `of.cause` says why.
 */
struct merged_figure {
    double value, lo, hi;
    struct typical of; /* the logarithms, one a run; or the values themselves,
                          of figures that may be 0 or less */
};

struct merged;
struct merged_states;

/* What is typical of values of the table's runs, or stays. */
void merged_typical(struct typical *t, const struct merged *m, const double *x,
                    size_t n);
/* Of such values, NAN for runs that have none. */
void merged_figure_of(struct merged_figure *f, const struct merged *m,
                      const double *x, size_t n, bool logarithms);

/* Makes its interval, if it has one, at least +-half wide, of logarithms. */
void merged_widen(struct merged_figure *f, double half);
/* What half a step of the clock is of the time, as a logarithm. */
double merged_step(const struct merged *m, const struct merged_figure *time);
/* Half of its interval; NAN: none. */
double merged_half(const struct merged_figure *f);

/* One case of one command line (`side`). */
struct merged_row {
    const json_t *record; /* the fields that tell it from others; the runs' */
    const char *key;      /* the same as text; the runs' */
    long side;            /* number of the command line, from 1 */
    size_t empty, wrong;  /* runs without figures; with wrong results */
    struct merged_figure time; /* seconds */
    size_t sittings; /* that its interval covers; 0: these runs alone */
    struct merged_figure relative; /* time / the run's first gauge */
    struct merged_figure *more;    /* those that the table names */
    struct variance variance;      /* of the time */
    /* What it is compared with: the case of the first side, or of one side the
     * algorithm or method that mpiperf compared it with. NULL: nothing. */
    const struct merged_row *baseline;
    struct merged_figure ratio; /* time / that of the baseline, a block each */
    struct judgement judgement;
    /* Of a table of several states: */
    const char *state;  /* whose time it is; NULL: there is one state */
    double unexplained; /* share of the variance; NAN: unknown */
    bool differs;       /* verdicts differ between states: none is its own */
};

/* "faster", ..., "by state"; "": there is none. */
const char *merged_verdict(const struct merged_row *row);

/* Rows of one case follow each other, side by side. */
struct merged {
    struct merged_row *v;
    size_t n;
    size_t *first_of;  /* case of the runs -> first row; one more at the end */
    json_t *varies;    /* fields in which cases of one operation differ */
    size_t blocks;     /* that have a run; one has a run of every side */
    double confidence; /* of each interval by itself */
    double step; /* of the runs' clocks, the longest; no time is known to less
                    than half of it; 0: unknown */
    size_t sides;
    long first; /* number of the first side */
    const struct runs *runs;
    const struct runs *whole;     /* as they ran, in all states; or the runs */
    struct merged_states *states; /* merge_states.h; NULL: there is one */
    const char **more; /* names of other figures, as in struct figures */
    size_t nmore;
    const char *const *name; /* of the sides, in their order; the caller's */
    size_t nnames;
};

/* What a side is called: its name, or its number; malloced. */
char *merged_side(const struct merged *m, long side);
/* The name, or NULL. */
const char *merged_side_name(const struct merged *m, long side);
/* Do rows of one operation differ in the field of their cases? */
bool merged_varies(const struct merged *m, const char *field);
/* The first run of the side, in whatever state. */
const struct run *merged_side_run(const struct merged *m, long side);

/* The runs stay the caller's and must outlive the table. Intervals are of
 * confidence 1 - alpha. Without options (NULL) times and ratios are made with
 * their intervals, of 95 %, and nothing else. */
void merged_make(struct merged *m, const struct runs *runs,
                 const struct judge_options *o);
/* The same of a part of the runs, with the sides of the whole: a side that has
 * no run in the part has no rows, and is not replaced by another one. */
void merged_make_of(struct merged *m, const struct runs *runs,
                    const struct runs *whole, const struct judge_options *o);
/* Sets `empty` and `wrong` of the row's side; returns how many runs have the
 * case. */
size_t merged_count_runs(struct merged_row *row, const struct runs *runs,
                         const struct runs_case *c);
void merged_free(struct merged *m);

#endif /* COMPARE_MERGE_H */
