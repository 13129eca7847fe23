/* sweep.h: lists of numbers: A | A,B,C | A:B | A:B:*F | A:B:+S */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SWEEP_H
#define MPIPERF_SWEEP_H

#include <stddef.h>
#include <stdint.h>

/* Maximum number of values of a sweep. */
enum { SWEEP_MAX = 100000 };

struct sweep {
    int64_t *v; /* ascending within a range; without duplicates */
    size_t n;
};

/* Parses a list of numbers, and of ranges, which double from A to B: 0, 1, 2,
 * 4, ... Suffixes: Ki, Mi, Gi. Each value must be in [min, max]. Returns 0, or
 * -1 with a malloced *cause. */
int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause);
void sweep_free(struct sweep *s);
/* Drops values that occur earlier in the list; keeps the order. */
void sweep_unique(struct sweep *s);

#endif /* MPIPERF_SWEEP_H */
