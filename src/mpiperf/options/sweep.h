/* sweep.h: A | A,B,C | A:B | A:B:*F | A:B:+S as a list of numbers. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SWEEP_H
#define MPIPERF_SWEEP_H

#include <stddef.h>
#include <stdint.h>

/* Longest list a sweep may stand for. */
enum { SWEEP_MAX = 100000 };

struct sweep {
    int64_t *v; /* ascending within a range; duplicates dropped */
    size_t n;
};

/*
 * A:B doubles while <= B; from 0: 0, 1, 2, 4, ... Sizes take Ki, Mi, Gi.
 * Elements of a list may be ranges. At most SWEEP_MAX values, each in
 * [min, max]. 0, or -1 with *cause malloced.
 */
int sweep_parse(struct sweep *out, const char *s, int64_t min, int64_t max,
                char **cause);
void sweep_free(struct sweep *s);
/* Keeps the first of equal values, in the order they stand. */
void sweep_unique(struct sweep *s);

#endif /* MPIPERF_SWEEP_H */
