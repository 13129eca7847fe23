/* operands.h: what a case has open while it is launched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_OPERANDS_H
#define MEASURE_OPERANDS_H

#include "measure/session.h"
#include "measure/track.h"
#include "ops/buffers.h"

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
    double repeats;                    /* of the operation in one launch */
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

#endif /* MEASURE_OPERANDS_H */
