/* session.h: the algorithms of an operation, created on a communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "measure/harness.h"

/* The algorithms of an operation, created on the case's ranks, which are the
 * first ones; with --groups, on each group of consecutive ranks. */
struct session {
    const struct harness *h;
    const struct measuring *o;
    const struct choice *choice;
    int groups;       /* number of these */
    MPI_Comm comm;    /* for the operation, in this rank's group; MPI_COMM_NULL
                         if the rank has no group */
    MPI_Comm control; /* for harness messages: the ranks of all groups; h->comm
                         if these are all ranks */
    int rank, size;   /* in comm */
    void **states;    /* made by create(), one per variant */
    char **reasons;   /* why create() failed, or NULL; one per variant */
};

/* Makes the communicators for the case and those that differ from it only in
 * size and root, and calls create() of the algorithms. Collective over h->comm.
 * Returns the same MPI error code on all ranks. An algorithm that cannot be
 * created is not an error: b->reasons has the reason. */
int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct bench_case *c);
void session_close(struct session *b);

#endif /* MEASURE_SESSION_H */
