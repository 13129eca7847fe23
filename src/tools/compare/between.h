/* between.h: how far a case moves from launch to launch. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BETWEEN_H
#define COMPARE_BETWEEN_H

#include <jansson.h>
#include "tools/compare/launches.h"

/* Figures of the launches' medians; seconds, NAN if there is none. */
struct between {
    const json_t *record;      /* of the case; the launches' */
    size_t n, empty, wrong;    /* as in struct case_launches */
    double mean, ci_lo, ci_hi; /* over launches, in the order they ran */
    double median, min, max;
    double spread; /* standard deviation / mean */
    double single; /* half width of one launch's own interval of its median,
                      as a share of it: the middle one of all launches */
    size_t with_interval; /* launches that have such an interval */
    size_t held;          /* of these, with `median` in it */
};

/* An element a case, malloced. */
struct between *between_launches(const struct launches *l, double confidence,
                                 size_t *n);

#endif /* COMPARE_BETWEEN_H */
