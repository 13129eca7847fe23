/* computation.h: a computation beside an operation, with test calls between. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_COMPUTATION_H
#define OPS_COMPUTATION_H

#include <stdint.h>
#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

/* The requested computation: `times` times the operation's own time, or
 * `seconds`; both 0: none. */
struct compute {
    double times, seconds;
};

struct computation_params {
    struct compute compute;
    int tests;
};

/* Parses a struct compute; accepts `none` if that is the row's default. */
param_parse_fn compute_parse;

/* Parameter rows `compute` and `tests`; TEST is the name of the function that
 * is called. MEMBER is empty, or the name of a member of STRUCTURE followed by
 * a dot. */
#define COMPUTATION_ROWS(STRUCTURE, MEMBER, DEF, TEST)                         \
    PARAM_ROW("compute", STRUCTURE, MEMBER compute, TEXT, DEF,                 \
              "what is computed meanwhile: auto, as long as the operation "    \
              "takes by itself; 2x, twice that; or microseconds",              \
              .parse = compute_parse),                                         \
        PARAM_ROW("tests", STRUCTURE, MEMBER tests, INTEGER, "0",              \
                  "calls of " TEST " spread over the computation",             \
                  .most = COMPUTATION_TESTS_MAX)
enum { COMPUTATION_TESTS_MAX = 65536 };

/* True if this is the name of one of these rows. */
bool computation_has(const char *name);

static inline bool compute_asked(const struct computation_params *p)
{
    return p->compute.times > 0 || p->compute.seconds > 0;
}

struct computation {
    struct computation_params set;
    const struct clock *clock;
    double seconds;       /* intended duration */
    uint64_t steps;       /* arithmetic steps between two tests */
    volatile double sink; /* keeps the compiler from dropping the arithmetic */
};

void computation_init(struct computation *c,
                      const struct computation_params *set);

/* Determines the steps, each rank by its own speed. If a multiple of the
 * operation's time was requested, measures run() first. Collective; returns an
 * MPI error code. */
int computation_open(struct computation *c, const struct op_args *a,
                     op_run_fn *run, void *state);

void computation_alone(struct computation *c);

/* Computes as above, with calls of test() in between until one sets *done.
 * Returns an MPI error code. */
int computation_beside(struct computation *c,
                       int (*test)(void *state, bool *done), void *state);

/* Returns duration and steps for the record, as a new reference. */
struct json_t *computation_json(const struct computation *c);

#endif /* OPS_COMPUTATION_H */
