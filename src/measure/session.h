/* session.h: an operation's algorithms, open on a communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "measure/case.h"
#include "measure/harness.h"
#include "measure/measuring.h"

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

#endif /* MEASURE_SESSION_H */
