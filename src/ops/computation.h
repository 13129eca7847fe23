/* computation.h: a computation beside an operation, and the calls between. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_COMPUTATION_H
#define OPS_COMPUTATION_H

#include <stdint.h>
#include "lib/params.h"
#include "ops/op.h"
#include "timers/timer.h"

/* What was asked for: a computation of so many times the operation's own time,
 * or of so many seconds; both 0: none. */
struct compute {
    double times, seconds;
};

struct computation_params {
    struct compute compute;
    int tests;
};

/* Parses a struct compute; `none` where that is the row's default. */
param_parse_fn compute_parse;

/* Rows `compute` and `tests`, of calls of the function TEST; MEMBER is empty,
 * or of the owner's structure, with a dot behind it. */
#define COMPUTATION_ROWS(STRUCTURE, MEMBER, DEF, TEST)                         \
    {.name = "compute",                                                        \
     .def = DEF,                                                               \
     .help = "what is computed meanwhile: auto, as long as the operation "     \
             "takes by itself; 2x, twice that; or microseconds",               \
     .type = PARAM_TEXT,                                                       \
     .offset = offsetof(STRUCTURE, MEMBER compute),                            \
     .parse = compute_parse},                                                  \
    {                                                                          \
        .name = "tests", .def = "0",                                           \
        .help = "calls of " TEST " spread over the computation",               \
        .type = PARAM_INTEGER, .offset = offsetof(STRUCTURE, MEMBER tests),    \
        .most = COMPUTATION_TESTS_MAX                                          \
    }
enum { COMPUTATION_TESTS_MAX = 65536 };

/* Is it the name of one of these rows? */
bool computation_has(const char *name);

static inline bool compute_asked(const struct computation_params *p)
{
    return p->compute.times > 0 || p->compute.seconds > 0;
}

struct computation {
    struct computation_params set;
    const struct clock *clock;
    double seconds;       /* aimed at */
    uint64_t steps;       /* of arithmetic before, between, after the tests */
    volatile double sink; /* keeps the arithmetic from being left out */
};

void computation_init(struct computation *c,
                      const struct computation_params *set);

/* As long as run() takes by itself, if that was asked for; each rank at its own
 * speed. Collective; an MPI error code. */
int computation_open(struct computation *c, const struct op_args *a,
                     op_run_fn *run, void *state);

void computation_alone(struct computation *c);

/* The same with the tests between, until one says *done; an MPI error code. */
int computation_beside(struct computation *c,
                       int (*test)(void *state, bool *done), void *state);

/* Its length, and what it consists of, for the record. A new reference. */
struct json_t *computation_json(const struct computation *c);

#endif /* OPS_COMPUTATION_H */
