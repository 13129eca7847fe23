/* merge.h: one table of several runs: times, ratios, verdicts. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_H
#define COMPARE_MERGE_H

#include <stddef.h>
#include "mpiperf/stats/typical.h"
#include "tools/compare/judge.h"
#include "tools/compare/runs.h"

/*
 * A figure of the typical run, with its interval for this figure by itself;
 * NAN where there is none: `of.cause` says why.
 */
struct merged_figure {
    double value, lo, hi;
    struct typical of; /* the logarithms, one a run */
};

/* One case of one command line (`side`). */
struct merged_row {
    const json_t *record; /* the fields that tell it from others; the runs' */
    const char *key;      /* the same as text; the runs' */
    long side;            /* number of the command line, from 1 */
    size_t empty, wrong;  /* runs without figures; with wrong results */
    struct merged_figure time; /* seconds */
    /* What it is compared with: the case of the first side, or of one side the
     * algorithm or method that mpiperf compared it with. NULL: nothing. */
    const struct merged_row *baseline;
    struct merged_figure ratio; /* time / that of the baseline, a block each */
    struct judgement judgement;
};

/* Rows of one case follow each other: sides, then algorithms. */
struct merged {
    struct merged_row *v;
    size_t n;
    size_t blocks; /* that have a run; one has a run of every side */
    size_t sides;
    long first; /* number of the first side */
};

/* The runs stay the caller's and must outlive the table. */
void merged_make(struct merged *m, const struct runs *runs,
                 const struct judge_options *o);
void merged_free(struct merged *m);

/* A record a row, of type `merged`: an array, a new reference. */
json_t *merged_records(const struct merged *m);

#endif /* COMPARE_MERGE_H */
