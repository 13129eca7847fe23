/* distance.c: how far the ranks' cores are apart, watched from case to case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/distance.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/machine/oneway.h"

static double median_of(double *x, int n)
{
    size_t kept = 0;

    for (int i = 0; i < n; i++)
        if (!isnan(x[i]))
            x[kept++] = x[i];
    return kept > 0 ? gsl_stats_median(x, 1, kept) : NAN;
}

/* The median of all ranks, on rank 0. */
static int distance_gather(struct distance *d)
{
    double *all = NULL;
    int rank, size, rc;

    MPI_Comm_rank(d->comm, &rank);
    MPI_Comm_size(d->comm, &size);
    if (rank == 0)
        all = xcalloc((size_t)size, sizeof(*all));
    rc = MPI_Gather(&d->own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, d->comm);
    if (rank == 0)
        d->median = rc == MPI_SUCCESS ? median_of(all, size) : NAN;
    free(all);
    return rc;
}

int distance_measure(struct distance *d, double *change)
{
    double now, factor = -1, worst = -1;
    int rc = oneway_measure(d->node, NULL, 0, &now, NULL);

    if (rc != MPI_SUCCESS)
        return rc;
    if (!isnan(d->own) && !isnan(now))
        factor = fmax(now / d->own, d->own / now);
    if (!isnan(now)) /* a game that was disturbed changes nothing */
        d->own = now;
    rc = MPI_Reduce(&factor, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, d->comm);
    *change = rc != MPI_SUCCESS || worst < 0 ? NAN : worst;
    return rc == MPI_SUCCESS ? distance_gather(d) : rc;
}

int distance_open(struct distance *d, MPI_Comm comm)
{
    double change;
    int rc;

    *d = (struct distance){.comm = comm, .own = NAN, .median = NAN};
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &d->node);
    return rc == MPI_SUCCESS ? distance_measure(d, &change) : rc;
}

void distance_close(struct distance *d)
{
    if (d->node != MPI_COMM_NULL)
        MPI_Comm_free(&d->node);
}
