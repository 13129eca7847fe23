/* place.h: which rank sits on which node, and with whom it shares what. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PLACE_H
#define MPIPERF_PLACE_H

#include <mpi.h>

struct runinfo;

/* Two communicators that return errors, and where this rank is in them. */
struct place {
    MPI_Comm comm;       /* the caller's */
    MPI_Comm node;       /* ours to free */
    int rank, n;         /* in comm */
    int noderank, nnode; /* in node */
};

/* Collective over comm, which is used until place_close(). MPI error codes. */
int place_open(struct place *p, MPI_Comm comm);
void place_close(struct place *p);

/* Fills nranks, nnodes, ranks, oversubscribed, shared_cpu and unpinned. */
int place_describe(struct runinfo *ri, const struct place *p);

#endif /* MPIPERF_PLACE_H */
