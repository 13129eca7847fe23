/* measure.h: measure the algorithms of one case, interleaved. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURE_H
#define MPIPERF_MEASURE_H

#include <mpi.h>
#include "clocksync/clocks.h"
#include "mpiperf/measure/distance.h"
#include "mpiperf/measure/measuring.h"
#include "mpiperf/measure/case.h"
#include "mpiperf/measure/result.h"
#include "mpiperf/measure/watchdog.h"
#include "ops/buffers.h"

struct track;
struct visit_limits;

/* What every measurement of a run shares. The same on all ranks but clocks. */
struct harness {
    MPI_Comm comm; /* the caller's: all ranks; errors are returned */
    int rank, size;
    struct clock clock;
    struct clocks *clocks;     /* this rank's; renewed between stages */
    struct distance *distance; /* of the cores; NULL: not measured */
    /* With whom gauges are read around a pass; NULL, on all ranks: nobody. */
    struct neighbours *neighbours;
    struct watchdog *watchdog; /* NULL: nobody watches */
    double begun; /* global time at which measuring began; rank 0 */
    struct buffers_arena *arena; /* of cold buffers; NULL: none */
    struct pages *pages; /* so that each visit has others; NULL: as they come */
    double tolerance;    /* seconds a start may be after its time */
    double step;         /* seconds: the largest of the ranks' clocks */
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

/* An operation's algorithms, opened on the first `procs` ranks. */
struct bench {
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
int bench_open(struct bench *b, const struct harness *h,
               const struct measuring *o, const struct choice *choice,
               int procs);
void bench_close(struct bench *b);

/* A case has a result for each algorithm under each method: those of the first
 * method come first. */
size_t bench_results(const struct measuring *o, const struct bench_case *c);

/*
 * Visits the case with all algorithms: stage 0, then rounds. Collective over
 * h->comm; ranks outside the communicator sleep until it is done. The track
 * goes on on rank 0. Returns the worst MPI error code of all ranks.
 * *mismatches: wrong results of all ranks, on all.
 */
int bench_visit(struct bench *b, struct track *t,
                const struct visit_limits *limits, long *mismatches);
void result_free(struct result *r);

/*
 * Measures the operation `null`: what the harness itself costs. Sets
 * null_overhead to the median, NAN when no launch was valid, and the clock's
 * read_cost to the mean of rounds, which is what a reading costs in the timed
 * region; that stays as it is where the mean is not known to 10 %. Collective.
 */
void harness_calibrate(struct harness *h);

/* Measures one operation by itself, in windows, with so many valid launches or
 * seconds at most, whatever the user's cases are to be measured by. Collective;
 * *out and *rounds, that of mean_of_rounds(), the same on all ranks. */
int harness_measure(const struct harness *h, const struct op *op,
                    long max_valid, double max_time, struct summary *out,
                    struct summary *rounds);

#endif /* MPIPERF_MEASURE_H */
