/* compare.h: two sets of runs, case by case. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <jansson.h>
#include "tools/compare/design.h"
#include "tools/compare/judge.h"
#include "tools/compare/runs.h"

struct compare_options {
    struct judge_options judge;
    double power;  /* with which a change is to be found */
    double change; /* the one that `needed` is for: 0.05 */
    bool plan;     /* how the runs scatter and what they need, and nothing else:
                      no ratio, no verdict */
};

/* The same case in A, [0], and in B, [1]. What does not exist is NAN. */
struct comparison {
    const json_t *record; /* of the case; the runs', or of an operation */
    size_t cases;         /* of whose times this is the geometric mean; 1 */
    struct side_figures {
        size_t n, empty, wrong; /* runs with figures, without, wrong ones */
        size_t runs;            /* of the side, whether they have the case */
        double median;          /* of the runs' times; seconds */
    } side[2];
    /* Not interleaved: both sides' times are ratios to that rival in their
     * runs; NULL: they are times. */
    const json_t *rival;
    const struct figures *only[2]; /* one run a side: ratio and interval are of
                                      these, nothing is judged; else NULL */
    struct judgement judgement;
    const char *test;  /* by which p came about */
    double detectable; /* smallest change it could have found: 0.1 */
    size_t needed;     /* runs a side to find `change`; 0: unknown */
    size_t compared;   /* runs of the smaller side, blocks that have both */
    size_t planned;    /* runs a side by which a gate of `change` would tell,
                          known from how they scatter alone; 0: unknown */
    size_t telling; /* runs a side by which such a gate may tell, if the ratio
                       stays; 0: unknown */
    const char *doubt; /* why there can be no verdict; a constant, or NULL */
};

/* What speaks against all figures of a side. */
struct side_runs {
    size_t n, torn, lost; /* runs; that did not end as they should; that failed
                             and left no records */
    char *differ; /* in what they differ so that they cannot stand in one
                     table, malloced; NULL: nothing */
};

struct comparisons {
    struct comparison *v;    /* cases */
    size_t n, tested;        /* of these with a p-value */
    struct comparison *mean; /* of the cases of an operation: those compared
                                as ratios to a rival, those by their times */
    size_t nmeans;
    struct side_runs side[2];
    json_t *only[2]; /* key -> record of the cases that one side has */
    enum design design;
    struct runs own[2];     /* none, or those it made */
    char *test;             /* those of all cases, malloced */
    const char *correction; /* by which p_adjusted came about */
};

void comparisons_make(struct comparisons *out, const struct runs *a,
                      const struct runs *b, enum design design,
                      const struct compare_options *o);
/* The same of two command lines whose runs are of the same blocks. */
void comparisons_of_commands(struct comparisons *out, const struct runs *all,
                             const long command[2],
                             const struct compare_options *o);
void comparisons_free(struct comparisons *c);

#endif /* COMPARE_COMPARE_H */
