/* computation.h: computes during an operation, with test calls in between. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_COMPUTATION_H
#define OPS_COMPUTATION_H

#include <stdint.h>
#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

/* The computation requested: `times` times as long as the operation alone, or
 * `seconds` long; both are 0 without a computation. */
struct compute {
    double times, seconds;
};

struct computation_params {
    struct compute compute;
    int tests;
};

/* Parses a struct compute; accepts `none` if that is the parameter's
 * default. */
param_parse_fn compute_parse;

/* Rows of parameters `compute` and `tests`. TEST names the test function in the
 * help. MEMBER is empty, or a member of STRUCTURE followed by a dot. */
#define COMPUTATION_ROWS(STRUCTURE, MEMBER, DEF, TEST)                         \
    PARAM_ROW("compute", STRUCTURE, MEMBER compute, TEXT, DEF,                 \
              "duration of the computation: auto: as long as the operation "   \
              "alone takes; 2x: twice that; or a number of microseconds",      \
              .parse = compute_parse),                                         \
        PARAM_ROW("tests", STRUCTURE, MEMBER tests, INTEGER, "0",              \
                  "number of calls of " TEST ", spread over the computation",  \
                  .most = COMPUTATION_TESTS_MAX)
enum { COMPUTATION_TESTS_MAX = 65536 };

/* True if `name` is one of these two parameters. */
bool computation_has(const char *name);

static inline bool compute_asked(const struct computation_params *p)
{
    return p->compute.times > 0 || p->compute.seconds > 0;
}

struct computation {
    struct computation_params set;
    const struct clock *clock;
    double seconds;       /* intended duration of the computation */
    uint64_t steps;       /* arithmetic steps between two calls of the test */
    volatile double sink; /* keeps the compiler from dropping the arithmetic */
};

void computation_init(struct computation *c,
                      const struct computation_params *set);

/* Determines the number of steps, by each rank's own speed. If a multiple of
 * the operation's time is requested, first measures run(). Collective; returns
 * an MPI error code. */
int computation_open(struct computation *c, const struct op_args *a,
                     op_run_fn *run, void *state);

void computation_alone(struct computation *c);

/* Computes, too, but calls test() in between until it sets *done. Returns an
 * MPI error code. */
int computation_beside(struct computation *c,
                       int (*test)(void *state, bool *done), void *state);

/* Returns duration and number of steps for the record; a new reference. */
struct json_t *computation_json(const struct computation *c);

#endif /* OPS_COMPUTATION_H */
