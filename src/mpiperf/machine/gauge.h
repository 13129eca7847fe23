/* gauge.h: gauges of the machine's own speed.
 *
 * A gauge times a fixed piece of work in which no MPI library has a part. Times
 * of an operation that were taken at different times, or in different runs, are
 * comparable as far as the gauges show the same. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GAUGE_H
#define MPIPERF_GAUGE_H

#include "mpiperf/machine/neighbours.h"

/* read() takes one reading on this rank, together with its
 * neighbours: see neighbours_meet(). 0: this rank times nothing, or has no
 * neighbours; NAN: one did not come in time. */
struct gauge {
    const char *name; /* also its key in the record */
    const char *work; /* what it times, in a few words; of watched ones */
    double (*read)(struct neighbours *n);
    /* A short reading of microseconds, for before and after a pass of a case:
     * the smallest of a few, which no interrupt makes longer. NULL: the gauge
     * is not watched. */
    double (*glance)(struct neighbours *n);
    double factor;          /* states are at least so far apart */
    const char *low, *high; /* what a state with a short, a long time is called
                             */
};

enum { GAUGES = 3 };
extern const struct gauge *const gauges[GAUGES + 1]; /* NULL-terminated */
extern const struct gauge gauge_oneway, gauge_copy;

/* Of all ranks' figures. */
struct gauge_range {
    double min, median, max; /* NAN: there is none */
};

/*
 * Takes many readings of every gauge. Collective over comm, all of whose ranks
 * take part with their neighbours. On rank 0, slowest[] is the median of what
 * the slowest rank read each time, in the order of the table, and *oneway, if
 * that is asked for, the range of all ranks' medians of gauge_oneway. NAN:
 * there is no reading. Does nothing where the neighbours were not opened. MPI
 * error code.
 */
int gauges_measure(struct neighbours *n, MPI_Comm comm, double slowest[GAUGES],
                   struct gauge_range *oneway);

/* Glances at all gauges that are watched, on this rank, together with its
 * neighbours, which are waited for no longer than `patience` seconds. As read()
 * gives them; 0 of a gauge that is not watched. Returns the seconds that it
 * took.
 */
double gauges_glance(struct neighbours *n, double patience,
                     double level[GAUGES]);

/* The median of those readings that are times, above 0, which come first
 * afterwards; NAN: none is. Pure. */
double readings_median(double *x, int n);

/* ---- the work, for tests ------------------------------------------------- */

/* So many steps of the generator xorshift64 (Marsaglia 2003; 13, 7, 17) from x:
 * six operations each, every one of which needs the result of the last. */
uint64_t spin_steps(uint64_t x, int steps);

#endif /* MPIPERF_GAUGE_H */
