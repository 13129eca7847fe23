/* guidelines.h: performance guidelines: is a call slower than what can be built
 * from other calls? Pure. doc/guidelines.md explains them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GUIDELINES_H
#define COMPARE_GUIDELINES_H

#include <stdio.h>
#include "compare/gate.h"

enum guideline {
    GUIDE_MOCK,     /* not slower than a mock-up of the same size */
    GUIDE_MONOTONY, /* not slower than the call of the next larger size */
    GUIDE_SPLIT,    /* not slower than several calls of the next smaller size */
};

/* A comparison: `row`, the MPI library's own call, must not be slower than
 * `calls` times `other`. */
struct guided {
    enum guideline guideline;
    const struct row *row, *other;
    double calls;
    struct figure vs;     /* how many times as fast `row` is */
    double chance;        /* probability of such a ratio if both are alike */
    enum verdict verdict; /* PASS, FAIL or CANNOT_TELL */
    long sides;           /* number of sides that have the comparison */
    bool stateless;       /* joined from sides in different states */
};

struct guidelines {
    const struct table *t;
    struct guided *v;
    size_t n;
    struct gate gate; /* verdict, and the comparisons under their names */
};

/*
 * Judges the rows of the table. A guideline is violated where the gate's rule
 * says so with this limit, and Holm's correction for the number of comparisons
 * of the side lets it stand, on every side. The table must outlive *g;
 * guidelines_free() frees it, except the gate.
 */
void guidelines_judge(struct guidelines *g, const struct table *t,
                      double limit);
void guidelines_free(struct guidelines *g);

/* Prints a sentence for each violation, with the range of sizes. */
void guidelines_print(FILE *f, const struct guidelines *g);

#endif /* COMPARE_GUIDELINES_H */
