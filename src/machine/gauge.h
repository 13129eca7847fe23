/* gauge.h: gauges of the machine's own speed.
 *
 * A gauge times a fixed piece of work without any MPI library. Times of an
 * operation from different moments or runs can only be compared if the gauges
 * read the same. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_GAUGE_H
#define MACHINE_GAUGE_H

#include "machine/neighbours.h"
#include "record/gauges.h"

/* read() takes one reading on this rank, together with its neighbours on the
 * node (see neighbours_time()). It returns seconds; 0 if this rank times
 * nothing or has no neighbours; NAN if a neighbour did not arrive before the
 * deadline. */
struct gauge {
    const struct gauge_kind *kind; /* name, and states that it detects */
    const char *work; /* what it times, in a few words; only watched gauges */
    double (*read)(struct neighbours *n);
    /* Takes a short reading (microseconds), the minimum of several so that
     * interrupts do not lengthen it, before and after each pass of a case. NULL
     * if the gauge is not watched. */
    double (*read_short)(struct neighbours *n);
    bool alone; /* times one rank's work: ranks can be compared */
};

/* By the kinds of gauges.h; ends with NULL. */
extern const struct gauge *const gauges[GAUGE_KINDS + 1];
extern const struct gauge gauge_oneway, gauge_copy;

/* Distribution of one reading per rank. */
struct gauge_range {
    double min, median, max; /* NAN if no rank has a reading */
    int slowest;             /* the rank that has `max` */
};

/* Takes many readings of a gauge, on all ranks of comm (collective). On rank 0,
 * sets *range to the range of the ranks' medians. Returns an MPI error code. */
int gauge_compare(const struct gauge *g, struct neighbours *n, MPI_Comm comm,
                  struct gauge_range *range);

/*
 * Takes many readings of every gauge on all ranks of comm (collective). On rank
 * 0, slowest[] becomes, for each gauge in the order of gauges[], the median
 * over the readings of the slowest rank's time; *oneway, unless NULL, becomes
 * the range of the ranks' medians of gauge_oneway; NAN means no reading. Does
 * nothing if the neighbours are not open. Returns an MPI error code.
 */
int gauges_measure(struct neighbours *n, MPI_Comm comm,
                   double slowest[GAUGE_KINDS], struct gauge_range *oneway);

/* Takes a short reading of each watched gauge on this rank, together with its
 * neighbours; waits for them for at most `patience` seconds. Sets level[] to
 * the results of read_short(), or 0 for gauges that are not watched. Returns
 * the seconds it took. */
double gauges_read_short(struct neighbours *n, double patience,
                         double level[GAUGE_KINDS]);

/* Moves the positive readings to the front of x and returns their median; NAN
 * if there are none. Pure. */
double readings_median(double *x, int n);

#endif /* MACHINE_GAUGE_H */
