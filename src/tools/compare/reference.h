/* reference.h: the machine's own speed while runs were made. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_REFERENCE_H
#define COMPARE_REFERENCE_H

#include "tools/compare/runs.h"

/* A gauge of the runs; seconds, NAN where none has it. */
struct reference {
    double median;
    double lo, hi; /* between which 80 % of the runs are */
};

/* Of gauge `i` of run_gauges[]. */
void reference_of(struct reference *to, const struct runs *r, size_t i);

#endif /* COMPARE_REFERENCE_H */
