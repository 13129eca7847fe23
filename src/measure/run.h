/* run.h: measures the cases of a run, pass by pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_RUN_H
#define MEASURE_RUN_H

#include "measure/result.h"
#include "measure/session.h"

struct passes;
struct track;

/* The same on all ranks but for `done`. */
struct run_input {
    const struct measuring *how;
    const struct bench_case *cases; /* in the order of the sweep */
    size_t n;
    const bool *done; /* a case each: not to be measured; NULL: none. Rank 0 */
    uint64_t seed;    /* of all that is in random order */
};

/*
 * What the caller is told meanwhile. An int of -1, with *cause malloced, ends
 * the run. NULL: nothing is told.
 */
struct run_events {
    void *user; /* first argument of all */
    /* An operation's algorithms are open for the first time; they are about to
     * be closed, once a pass. Cases in a row with operation and number of ranks
     * in common are a group, numbered from 0. On all ranks. */
    void (*opened)(void *user, const struct session *s);
    void (*closing)(void *user, const struct session *s, size_t group);
    /* A pass of the case begins, with so much behind it. On rank 0, as are the
     * others. */
    void (*begins)(void *user, const struct bench_case *c,
                   const struct passes *passes);
    /* A pass of several has ended, of a case with n rows. */
    int (*passed)(void *user, const struct result *rows, size_t n,
                  char **cause);
    /* The case is done. Its rows stay as they are until run_free(). */
    int (*done)(void *user, size_t index, const struct result *rows, size_t n,
                char **cause);
};

/* What came of it. */
struct run_outcome {
    struct track *tracks; /* a case each */
    size_t n;
    bool wrong;     /* --verify found results that are */
    long passes;    /* begun; rank 0 */
    double seconds; /* that all took */
};

/*
 * Collective over the harness's communicator. 0, or -1 on all ranks, with
 * *cause on rank 0; run_free() in any case. Cases that were begun when the
 * budget or the passes were over are done, too.
 */
int run_measure(struct harness *h, const struct run_input *in,
                const struct run_events *events, struct run_outcome *out,
                char **cause);
void run_free(struct run_outcome *m);

/* The same of one algorithm, with its state for create(), and no message. */
int run_one(struct harness *h, const struct op *op, const struct algo *algo,
            void *values, const struct measuring *how,
            const struct run_events *events, char **cause);

#endif /* MEASURE_RUN_H */
