/* run.h: measures the cases of a run, pass by pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_RUN_H
#define MEASURE_RUN_H

#include "measure/result.h"
#include "measure/session.h"

struct passes;
struct case_state;

/* The cases to measure. All members except `done` are equal on all ranks. */
struct run_input {
    const struct measuring *how;
    const struct bench_case *cases; /* in the order of the plan */
    size_t n;
    const bool *done; /* rank 0: cases that must not be measured; NULL if all
                         are measured */
    uint64_t seed;    /* seed of the random orders of passes and turns */
};

/*
 * Functions of the caller, called during the run; any may be NULL. To end the
 * run, a function returns -1 and sets *cause, malloced.
 */
struct run_events {
    void *user; /* first argument of the functions */
    /* The algorithms of an operation have been opened for the first time.
     * Called on all ranks. */
    void (*opened)(void *user, const struct session *s);
    /* A pass of the case begins; `passes` has the progress of the run. This
     * function and those below are called on rank 0 only. */
    void (*begins)(void *user, const struct bench_case *c,
                   const struct passes *passes);
    /* A pass of a case with n rows has ended. Not called if only one pass is
     * planned. */
    int (*passed)(void *user, const struct result *rows, size_t n,
                  char **cause);
    /* The case is done. Its rows do not change until run_free(). */
    int (*done)(void *user, size_t index, const struct result *rows, size_t n,
                char **cause);
};

/* Results of a run. */
struct run_outcome {
    struct case_state *states; /* one per case */
    size_t n;
    bool wrong;     /* --verify found wrong results */
    long passes;    /* number of passes begun; rank 0 only */
    double seconds; /* duration of the run */
};

/*
 * Measures the cases. Collective over the harness's communicator. Returns 0; or
 * -1 on all ranks, with *cause malloced on rank 0. Call run_free() afterwards
 * in both cases. When the budget is spent or all passes are over, each case
 * with at least one pass is reported by done().
 */
int run_measure(struct harness *h, const struct run_input *in,
                const struct run_events *events, struct run_outcome *out,
                char **cause);
void run_free(struct run_outcome *m);

/* Measures one algorithm of one operation, without data. `values`: parameters
 * for create(). The rest is as for run_measure(). */
int run_one(struct harness *h, const struct op *op, const struct algo *algo,
            void *values, const struct measuring *how,
            const struct run_events *events, char **cause);

#endif /* MEASURE_RUN_H */
