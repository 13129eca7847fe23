/* distance.c: how far the ranks' cores are apart, measured from case to case.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/distance.h"

#include <math.h>

int distance_measure(struct distance *d, double *change)
{
    double now, slowest, factor = -1, worst = -1;
    struct gauge_range range;
    int rc =
        gauge_measure(&gauge_oneway, d->neighbours, d->comm, &now, &slowest);

    if (rc != MPI_SUCCESS)
        return rc;
    if (!isnan(d->own) && !isnan(now))
        factor = fmax(now / d->own, d->own / now);
    if (!isnan(now)) /* a disturbed measurement changes nothing */
        d->own = now;
    rc = MPI_Reduce(&factor, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, d->comm);
    *change = rc != MPI_SUCCESS || worst < 0 ? NAN : worst;
    if (rc == MPI_SUCCESS)
        rc = gauge_gather(d->comm, d->own, &range);
    d->median = rc == MPI_SUCCESS ? range.median : NAN;
    return rc;
}

int distance_open(struct distance *d, MPI_Comm comm,
                  struct neighbours *neighbours)
{
    double change;

    *d = (struct distance){
        .comm = comm, .neighbours = neighbours, .own = NAN, .median = NAN};
    return distance_measure(d, &change);
}
