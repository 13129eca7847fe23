/* between.h: how far a case moves from run to run. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BETWEEN_H
#define COMPARE_BETWEEN_H

#include <jansson.h>
#include "tools/compare/runs.h"

/* Figures of the runs' medians; seconds, NAN if there is none. */
struct between {
    const json_t *record;      /* of the case; the runs' */
    long command;              /* line, of mpiperf-repeat's */
    size_t n, empty, wrong;    /* as in struct case_runs */
    double mean, ci_lo, ci_hi; /* over runs, in their order */
    double median, min, max;
    double spread; /* standard deviation / mean */
    double single; /* half width of one run's own interval of its median, as a
                      share of it: the middle one of all runs */
    size_t with_interval; /* runs that have such an interval */
    size_t covered;       /* of these, with `median` in it */
};

struct betweens {
    struct between *v;
    size_t n;
    double confidence; /* of the intervals */
    bool several;      /* command lines */
};

/* Adds an element a case of the runs of that command line; the records stay the
 * runs'. Free the elements. */
void betweens_add(struct betweens *b, const struct runs *r, long command);

#endif /* COMPARE_BETWEEN_H */
