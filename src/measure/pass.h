/* pass.h: one pass of a case, and the data of its launches. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/schedule.h"
#include "measure/gather.h"

/* A variant in a pass. */
struct operands_variant {
    struct op_args args; /* copy of the operation's arguments; open() may have
                            changed the receive buffer */
    void *state;         /* state made by create() or open() */
    bool is_open;        /* open() was called, so close() has to be */
    bool usable;         /* the variant can be measured */
};

/* The data that all launches of a pass use on this rank. */
struct operands {
    const struct session *b;
    struct track *t;
    struct op_args args; /* arguments of the operation */
    struct buffers buffers;
    struct operands_variant *variants; /* one for each variant of the choice */
    struct verify verify;
    char (*wrong)[VERIFY_TEXT]; /* first wrong data of each row */
    struct turn turn;
    struct turn_times last; /* times of the latest turn */
    struct rank_times *own; /* this rank's times, one for each row */
};

/*
 * Opens the buffers, the operation and its algorithms. Collective over
 * b->control. If a variant cannot be opened, its rows get the reason, on rank
 * 0. If the operation cannot be opened, all rows get the reason, and the result
 * is false on all ranks. operands_close() has to follow in any case.
 */
bool operands_open(struct operands *v, const struct session *b,
                   struct track *t);
void operands_close(struct operands *v);

/* Stores the traffic and the figures of the pass in the rows, on rank 0. Called
 * after the launches. Collective; returns an MPI error code. */
int operands_figures(struct operands *v);

/*
 * Measures a pass of the case with all algorithms: warm-up, then rounds.
 * Collective over the harness's communicator; ranks that do not take part in
 * the case sleep until its end. renew: compare the ranks' clocks first; the
 * same on all ranks. Returns an MPI error code.
 */
int pass_run(const struct session *b, struct track *t,
             const struct pass_limits *limits, bool renew);

#endif /* MEASURE_PASS_H */
