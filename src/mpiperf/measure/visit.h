/* visit.h: a case made ready for its launches, and taken down again. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_VISIT_H
#define MPIPERF_VISIT_H

#include "mpiperf/measure/measure.h"
#include "ops/buffers.h"

/* What a variant has open. */
struct visit_variant {
    struct op_args args; /* the operation's, with memory of its own if any */
    void *state;         /* what create() or open() made */
    bool is_open;        /* open() was called: close() will be */
    bool usable;
};

/* Everything that the launches of one visit to a case share on this rank. */
struct visit {
    struct bench *b;
    const struct bench_case *c;
    struct op_args args; /* the operation's */
    struct buffers buffers;
    struct visit_variant *variants; /* as many as the choice has */
    double repeats;                 /* of the operation in one launch */
};

/*
 * Collective over b->control. The rows of a variant that can't be opened get
 * the reason in `results`, on rank 0. When the operation can't be opened, all
 * rows do and *ready is false on all ranks. MPI error code; visit_close() in
 * any case.
 */
int visit_open(struct visit *v, struct bench *b, const struct bench_case *c,
               struct result *results, bool *ready);
void visit_close(struct visit *v);

/* After the launches: traffic, and the figures of the visit, into the results
 * on rank 0. Collective; an MPI error code. */
int visit_figures(struct visit *v, struct result *results);

#endif /* MPIPERF_VISIT_H */
