/* classes.h: values of one kind told apart: do they lie in one heap, or in two
 * or three? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CLASSES_H
#define MPIPERF_CLASSES_H

#include <stddef.h>

enum { CLASSES_MAX = 3 };

struct classes {
    size_t n;                    /* 0: no value */
    double centre[CLASSES_MAX];  /* their medians, ascending */
    double sd[CLASSES_MAX];      /* as far as the median deviation tells, or
                                       the middle 80 %, whichever is more */
    double cut[CLASSES_MAX - 1]; /* between a class and the next */
};

/* A class has at least so large a share of the weight, and so much of it. */
#define CLASS_SHARE_MIN 0.02
#define CLASS_WEIGHT_MIN 6.0

/*
 * Otsu's cut (1979): the one that leaves least variance within the sides; and
 * once more, of the side where that helps most, both cuts then being moved to
 * where they do best. Cuts hold where the centres of neighbours are further
 * apart than `apart` and than 4 standard deviations of the class that scatters
 * more.
 *
 * Of values x with their weights; NAN counts for nothing.
 */
void classes_find(struct classes *c, const double *x, const double *weight,
                  size_t n, double apart);

/* The class that x belongs to; -1 of NAN. */
int classes_of(const struct classes *c, double x);

#endif /* MPIPERF_CLASSES_H */
