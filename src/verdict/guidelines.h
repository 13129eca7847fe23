/* guidelines.h: performance guidelines: is a call slower than other calls that
 * do the same work?. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_GUIDELINES_H
#define VERDICT_GUIDELINES_H

#include <stdio.h>
#include "verdict/judged.h"

/* Performance guidelines; doc/guidelines.md explains them. */
enum guideline {
    GUIDE_MOCK,     /* a call is not slower than a mock-up of the same size */
    GUIDE_MONOTONY, /* a call is not slower than with the next larger size */
    GUIDE_SPLIT,    /* a call is not slower than several smaller calls */
};

/* One comparison: `row`, a call of the MPI library, must not take longer than
 * `calls` calls of `other`. */
struct guided {
    enum guideline guideline;
    const struct row *row, *other;
    double calls;
    struct figure vs;     /* speed of `row` relative to `other` */
    double chance;        /* probability of this ratio if both are equal */
    enum verdict verdict; /* PASS, FAIL or CANNOT_TELL */
    long sides;           /* number of sides that have this comparison */
    bool stateless;       /* joined from sides that were in different states */
};

struct guidelines {
    const struct table *t;
    struct guided *v;
    size_t n;
    struct gate gate; /* the verdict; its rows are the comparisons, by name */
};

/*
 * Judges the rows of the table. A guideline is violated if, on every side, the
 * gate's rule with this limit finds it slower and this remains significant
 * after correction for the side's number of comparisons (chance_significant()).
 * The table must outlive *g. guidelines_free() frees *g except g->gate.
 */
void guidelines_judge(struct guidelines *g, const struct table *t,
                      double limit);
void guidelines_free(struct guidelines *g);

/* Prints a sentence for each violation, with its range of sizes. */
void guidelines_print(FILE *f, const struct guidelines *g);

#endif /* VERDICT_GUIDELINES_H */
