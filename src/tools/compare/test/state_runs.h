/* state_runs.h: runs of a machine that is now near and now far, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_STATE_RUNS_H
#define COMPARE_STATE_RUNS_H

#include "tools/compare/runs.h"

enum { ROUNDS = 12 }; /* of a stretch */

/* Adds the record, which it takes over. */
void add(struct runs *runs, json_t *record);

/* A run of `native` and `mine` that is `factor` slower as a whole, with a
 * stretch for each letter, n or f; x: nobody knows in which state. `mine` takes
 * half of native's time near, and twice as long far. */
void add_run(struct runs *runs, int command, size_t block, const char *states,
             double factor);

/* To a part in 10^9. */
void assert_near(double x, double expected);

#endif /* COMPARE_STATE_RUNS_H */
