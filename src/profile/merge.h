/* merge.h: what the profiles of all ranks add up to, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MERGE_H
#define PROFILE_MERGE_H

#include <mpi.h>

#include "profile/sums.h"

/* What each rank tells of itself. */
struct rank_facts {
    char host[64];
    char cpus[64];     /* that it may run on, "0-3,8" */
    int64_t first;     /* lowest rank of its node */
    int64_t unmatched; /* calls, by first ranks of communicators */
    double seconds;    /* from MPI_Init to MPI_Finalize */
    double in_mpi;     /* of these, in MPI */
};

/* Of the calls of a row on a rank. */
struct delay {
    double mean; /* seconds after the first arrival; NAN: no call */
    double last; /* calls in which the rank came last */
};

/* The whole profile. Without the other ranks only what this rank knows. */
struct profile {
    int ranks;
    const char *partial; /* why this is one rank's; NULL: it is complete */
    int only;            /* that rank */
    double seconds;      /* from MPI_Init to MPI_Finalize, the longest */
    double in_mpi[3];    /* seconds in MPI: mean, least, most of the ranks */
    double bound;        /* on the error of common times */
    const char *timer;
    double kept;       /* share of the calls that were kept one by one */
    int64_t unmatched; /* calls that not all ranks have made */
    struct sums sums;  /* by seconds */
    size_t ndelays;    /* of the first rows; of each one struct delay a rank: */
    struct delay *delays;
    struct rank_facts *facts; /* one a rank; NULL: not known */
};

/* Fill in what the members above say, on rank 0 of comm; collective. Return an
 * MPI error code. merge_facts() adds to [own] where the rank runs. */
int merge_sums(MPI_Comm comm, const struct sums *own, struct profile *p);
int merge_delays(MPI_Comm comm, struct sums *own, struct profile *p);
int merge_facts(MPI_Comm comm, struct rank_facts *own, struct profile *p);

void profile_free(struct profile *p);

#endif /* PROFILE_MERGE_H */
