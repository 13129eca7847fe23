/* reading.h: one reading of the gauges that are watched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_READING_H
#define MPIPERF_READING_H

#include "mpiperf/machine/gauge.h"

/*
 * Reads them together with the neighbours. Collective over comm, all of whose
 * ranks take part. level, the same on all ranks: seconds, of the slowest rank;
 * NAN: nobody timed anything, a neighbour did not come or a rank was
 * interrupted, in every attempt. MPI error code.
 */
int reading_take(struct neighbours *n, MPI_Comm comm, double level[GAUGES]);

#endif /* MPIPERF_READING_H */
