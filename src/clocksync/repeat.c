/* repeat.c: repeats clock exchanges that the scheduler has delayed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "clocksync/methods.h"
#include "lib/xmalloc.h"
#include "mpi/patient.h"

enum { ATTEMPTS = 3 };

/* A pair's exchanges are repeated if they took at least spoilt_factor times as
 * long as the fastest pair's, and at least spoilt_seconds. Either a rank was
 * preempted or shares a core, or this network is slower; a repetition costs
 * little and shows which. */
static const double spoilt_factor = 4, spoilt_seconds = 2e-6;
/* A pair that took this long is always repeated, because no network is so
 * slow. */
static const double slice_seconds = 500e-6;
/* Repetitions end when none makes a pair faster by this factor. */
static const double worth_factor = 0.5;

bool pair_implausible(const double *rtt, int n, int i)
{
    double smallest = 0;

    for (int k = 0; k < n; k++)
        if (rtt[k] > 0 && (smallest <= 0 || rtt[k] < smallest))
            smallest = rtt[k];
    return rtt[i] > slice_seconds ||
           (rtt[i] > spoilt_seconds && rtt[i] > spoilt_factor * smallest);
}

/* Repeats the exchanges of one pair and keeps the faster result. All other
 * ranks wait, so that they do not disturb it. *worth: it got much faster. */
static int pair_repeat(MPI_Comm comm, const struct clock *clock, int d,
                       int client, int reference, struct pair_offset *own,
                       int *worth)
{
    struct pair_offset again;
    int rank, rc = MPI_SUCCESS;

    MPI_Comm_rank(comm, &rank);
    if (rank == reference)
        rc = pair_reference(comm, client, clock);
    if (rc == MPI_SUCCESS && rank == client) {
        rc = pair_client(comm, reference, clock, d, &again);
        if (rc == MPI_SUCCESS && again.rtt < worth_factor * own->rtt)
            *worth = 1;
        if (rc == MPI_SUCCESS && again.rtt < own->rtt)
            *own = again;
    }
    return rc == MPI_SUCCESS ? patient_barrier(comm) : rc;
}

/* Repeats all implausible pairs. Sets *worth on all ranks: true if a pair got
 * much faster, so that another repetition may help. */
static int pairs_repeat_once(MPI_Comm comm, const struct clock *clock, int d,
                             int (*reference_of)(int rank, int n), double *rtt,
                             struct pair_offset *own, int *worth)
{
    int n, rc = patient_barrier(comm);

    MPI_Comm_size(comm, &n);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allgather(&own->rtt, 1, MPI_DOUBLE, rtt, 1, MPI_DOUBLE, comm);
    *worth = 0;
    for (int i = 0; i < n && rc == MPI_SUCCESS; i++) {
        int reference = reference_of(i, n);

        if (reference >= 0 && pair_implausible(rtt, n, i))
            rc = pair_repeat(comm, clock, d, i, reference, own, worth);
    }
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Allreduce(MPI_IN_PLACE, worth, 1, MPI_INT, MPI_LOR, comm);
}

int pairs_repeat(MPI_Comm comm, const struct clock *clock, int d,
                 int (*reference_of)(int rank, int n), struct pair_offset *own)
{
    double *rtt;
    int n, rc = MPI_SUCCESS, worth = 1;

    MPI_Comm_size(comm, &n);
    rtt = xcalloc((size_t)n, sizeof(*rtt));
    for (int i = 0; i < ATTEMPTS && worth && rc == MPI_SUCCESS; i++)
        rc = pairs_repeat_once(comm, clock, d, reference_of, rtt, own, &worth);
    free(rtt);
    return rc;
}
