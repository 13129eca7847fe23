/* session.h: an operation's algorithms, open on a communicator, and the buffers
 * of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "measure/case.h"
#include "measure/harness.h"
#include "measure/measuring.h"
#include "ops/buffers.h"

/* An operation's algorithms, opened on the first `procs` ranks. */
struct session {
    const struct harness *h;
    const struct measuring *o;
    const struct choice *choice;
    MPI_Comm comm;    /* what operations run on; MPI_COMM_NULL: not in it */
    MPI_Comm control; /* the harness's own, same ranks: h->comm, if it is all */
    void **states;    /* one a variant: what create() made */
    char **reasons;   /* why a variant could not be opened; NULL: it was */
};

/* Collective over h->comm. MPI error code, the same on all ranks; that an
 * algorithm can't be opened is no error: it is among the reasons. */
int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct choice *choice,
                 int procs);
void session_close(struct session *b);

/*
 * Opens the buffers the case needs on every rank of the session, or on none:
 * then it returns -errno on all of them, with *cause malloced.
 * Collective over b->control.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Bytes that each of so many ranks of this node may take for buffers. */
size_t memory_room(int ranks_per_node);

#endif /* MEASURE_SESSION_H */
