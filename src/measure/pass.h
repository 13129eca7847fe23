/* pass.h: one pass of a case, and what is open in it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/schedule.h"
#include "measure/gather.h"

/* What a variant has open. */
struct operands_variant {
    struct op_args args; /* the operation's, with memory of its own if any */
    void *state;         /* what create() or open() made */
    bool is_open;        /* open() was called: close() will be */
    bool usable;
};

/* Everything that the launches of a pass share on this rank. */
struct operands {
    const struct session *b;
    struct track *t;
    struct op_args args; /* the operation's */
    struct buffers buffers;
    struct operands_variant *variants; /* as many as the choice has */
    struct verify verify;
    struct turn turn;
    struct turn_times last; /* of the latest turn */
    struct rank_times *own; /* a row each */
};

/*
 * Collective over b->control. The rows of a variant that can't be opened get
 * the reason, on rank 0. When the operation can't be opened, all rows do; false
 * on all ranks. operands_close() in any case.
 */
bool operands_open(struct operands *v, const struct session *b,
                   struct track *t);
void operands_close(struct operands *v);

/* After the launches: traffic, and the figures of the pass, into the rows on
 * rank 0. Collective; an MPI error code. */
int operands_figures(struct operands *v);

/*
 * A pass of the case with all algorithms: warm-up, then rounds. Collective over
 * h->comm; ranks outside the communicator sleep until it is done. renew, the
 * same on all ranks: the clocks, before. An MPI error code.
 */
int pass_run(const struct session *b, struct track *t,
             const struct pass_limits *limits, bool renew);

#endif /* MEASURE_PASS_H */
