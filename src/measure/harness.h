/* harness.h: what every measurement of a run shares. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_HARNESS_H
#define MEASURE_HARNESS_H

#include <mpi.h>
#include "clocksync/clocks.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"

/* What every measurement of a run shares. The same on all ranks but clocks. */
struct harness {
    MPI_Comm comm; /* the caller's: all ranks; errors are returned */
    int rank, size;
    struct clock clock;
    struct clocks *clocks; /* this rank's; renewed between turns */
    /* With whom gauges are read around a pass; NULL, on all ranks: nobody. */
    struct neighbours *neighbours;
    struct watchdog *watchdog; /* NULL: there is none */
    double begun; /* global time at which measuring began; rank 0 */
    struct buffers_arena *arena; /* of cold buffers; NULL: none */
    struct pages *pages;  /* so that each pass has others; NULL: as they come */
    double tolerance;     /* seconds a start may be after its time */
    double step;          /* seconds: the largest of the ranks' clocks */
    double null_overhead; /* seconds; see harness_calibrate() */
    double t_bcast;       /* upper bound of the time of a start message */
    size_t cache_bytes;   /* largest last-level cache */
    int ranks_per_node;   /* most on any node */
    bool oversubscribed;
};

/*
 * Measures t_bcast. Collective over comm, which the harness has to itself as
 * long as it is used; comm and `clocks` stay the caller's. read_cost and
 * resolution of the timer set the tolerance. MPI error code.
 */
int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, double read_cost, double resolution);

#endif /* MEASURE_HARNESS_H */
