/* pass.h: one pass of a case (pass.c); its arguments, buffers and algorithms
 * (pass_open.c). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/case_state.h"
#include "measure/gather.h"
#include "measure/session.h"

/* A variant during a pass. */
struct open_variant {
    struct op_args args; /* the operation's arguments; open() may have changed
                            the receive buffer */
    void *state;         /* state made by create() or open() */
    bool is_open;        /* open() was called: close() is required */
    bool usable;         /* the variant can be measured */
};

/* What all launches of a pass use on this rank. */
struct open_pass {
    const struct session *b;
    struct case_state *t;
    struct op_args args; /* arguments of the operation */
    struct buffers buffers;
    struct open_variant *variants; /* one for each variant of the choice */
    struct verify verify;
    char (*wrong)[VERIFY_TEXT]; /* first wrong data found, for each row */
    struct turn turn;
    struct turn_times last; /* times of the latest turn */
    struct rank_times *own; /* this rank's times, for each row */
};

/*
 * Opens the buffers, the operation and its algorithms. Collective over
 * b->control. If a variant cannot be opened, its rows get the reason, on rank
 * 0. If the operation cannot be opened, all rows get the reason, and false is
 * returned on all ranks. In any case, call pass_close() afterwards.
 */
bool pass_open(struct open_pass *v, const struct session *b,
               struct case_state *t);
void pass_close(struct open_pass *v);

/* On rank 0, stores the traffic and the figures of the pass in the rows. Call
 * it after the launches. Collective; returns an MPI error code. */
int pass_figures(struct open_pass *v);

/*
 * Measures a pass of the case with all algorithms: warm-up, then rounds.
 * Collective over the harness's communicator; ranks outside the case sleep
 * until it ends. renew: compare the ranks' clocks before the pass; equal on all
 * ranks. Returns an MPI error code.
 */
int pass_run(const struct session *b, struct case_state *t,
             const struct pass_limits *limits, bool renew);

#endif /* MEASURE_PASS_H */
