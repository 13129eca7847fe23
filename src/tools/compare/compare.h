/* compare.h: two sets of runs, case by case. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <jansson.h>
#include "tools/compare/adjust.h"
#include "tools/compare/runs.h"

struct compare_options {
    double alpha;
    double power;  /* with which a change is to be found */
    double change; /* the one that `needed` is for: 0.05 */
    const struct correction *correction;
};

enum verdict {
    VERDICT_NONE,    /* no test: no figures, or one run a side */
    VERDICT_TOO_FEW, /* runs to tell apart anything at all */
    VERDICT_NO_EVIDENCE,
    VERDICT_FASTER,
    VERDICT_SLOWER,
};

const char *verdict_name(enum verdict v);

/* The same case in A, [0], and in B, [1]. What does not exist is NAN. */
struct comparison {
    const json_t *record; /* of the case; the runs' */
    struct side_figures {
        size_t n, empty, wrong; /* as in struct case_runs */
        double median;          /* of the runs' medians; seconds */
    } side[2];
    double ratio, lo, hi; /* B / A, 1 - alpha for this case by itself */
    double most; /* B / A is below it, in all cases at once; NAN: unknown */
    bool within;          /* ratio and interval are of one run each */
    double p, p_adjusted;
    double detectable; /* smallest change it could have found: 0.1 */
    size_t needed;     /* runs a side to find `change`; 0: unknown */
    enum verdict verdict;
};

struct comparisons {
    struct comparison *v;
    size_t n, tested; /* cases; of these with a p-value */
    json_t *only[2];  /* key -> record of the cases that one side has */
};

void comparisons_make(struct comparisons *out, const struct runs *a,
                      const struct runs *b, const struct compare_options *o);
void comparisons_free(struct comparisons *c);

#endif /* COMPARE_COMPARE_H */
