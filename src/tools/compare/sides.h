/* sides.h: the times of two sets of runs, case by case. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_SIDES_H
#define COMPARE_SIDES_H

#include "tools/compare/blocks.h"
#include "tools/compare/compare.h"

/* Both sides; a run's place is its block, or what there is instead. */
struct sides {
    const struct runs *of[2];
    const struct runs_case **rivals[2];
    struct blocks blocks;
    enum design design;
    const char *drift; /* of times apart: why they have no verdict, or NULL */
    size_t *sitting[2], sittings[2];
};

/* Logarithms by place, NAN where there is none, of each side. */
struct times {
    double *x[2];
};

void sides_init(struct sides *s, const struct runs *a, const struct runs *b,
                enum design design);
void sides_fini(struct sides *s);

/* Adds the cases that both sides have, and their times, malloced: ratios to a
 * rival's where only these can be compared. */
void sides_cases(struct comparisons *out, struct times *t,
                 const struct sides *s);

/* Adds the operations: of each run that has all cases of one the mean of their
 * times; of those that are ratios to a rival a mean of its own. */
void sides_means(struct comparisons *out, struct times *mean,
                 const struct times *t, const struct sides *s);

#endif /* COMPARE_SIDES_H */
