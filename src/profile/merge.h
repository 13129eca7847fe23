/* merge.h: combines the profiles of all ranks, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MERGE_H
#define PROFILE_MERGE_H

#include <mpi.h>

#include "profile/sums.h"

/* Facts that each rank sends to rank 0. */
struct rank_facts {
    char host[64];
    char cpus[64];     /* CPUs that it may run on, "0-3,8" */
    int64_t first;     /* lowest rank of its node */
    int64_t unmatched; /* calls; counted by a communicator's first rank */
    double seconds;    /* from MPI_Init to MPI_Finalize */
    double in_mpi;     /* seconds of these in MPI */
};

/* A rank's delays in the calls of a row. */
struct delay {
    double mean; /* seconds after the first arrival; NAN without calls */
    double last; /* number of calls in which the rank arrived last */
};

/* The whole profile; or this rank's part, if others cannot be asked. */
struct profile {
    int ranks;
    const char *partial; /* why it has one rank only; NULL if complete */
    int only;            /* that rank */
    double seconds;      /* from MPI_Init to MPI_Finalize, maximum */
    double in_mpi[3];    /* seconds in MPI: mean, minimum, maximum over ranks */
    double bound;        /* maximum error of common times */
    const char *timer;
    double kept;       /* fraction of the calls that were kept */
    int64_t unmatched; /* number of calls that not all ranks have made */
    struct sums sums;  /* sorted by seconds */
    size_t ndelays;    /* number of leading rows with delays, one per rank */
    struct delay *delays;
    struct rank_facts *facts; /* one per rank; NULL if unknown */
};

/* Set the members above on rank 0 of comm; collective. Return an MPI error
 * code. merge_facts() first sets host, CPUs and node in [own]. */
int merge_sums(MPI_Comm comm, const struct sums *own, struct profile *p);
int merge_delays(MPI_Comm comm, struct sums *own, struct profile *p);
int merge_facts(MPI_Comm comm, struct rank_facts *own, struct profile *p);

void profile_free(struct profile *p);

/* Writes the records of the profile to the file $MPIPERF_PROFILE, or to
 * PROGRAM.profile.jsonl; reports failures on stderr. */
void profile_write(const struct profile *p);

#endif /* PROFILE_MERGE_H */
