/* harness.h: data that all measurements of a run share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_HARNESS_H
#define MEASURE_HARNESS_H

#include "clocksync/clocks.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "timers/quality.h"

struct loads;

/* Used by all measurements. Members except `clocks` are equal on all ranks. */
struct harness {
    MPI_Comm comm; /* the caller's, with all ranks; returns errors */
    int rank, size;
    struct clock clock;
    struct clocks *clocks; /* models of the ranks' clocks; renewed between
                              turns */
    /* Neighbouring ranks that read gauges together before and after a pass;
     * NULL on all ranks if gauges are not read. */
    struct neighbours *neighbours;
    struct op_places places;     /* where the ranks are, or all NULL */
    struct loads *loads;         /* ranks that run a load, or NULL */
    struct watchdog *watchdog;   /* or NULL */
    struct buffers_arena *arena; /* memory of cold buffers, or NULL */
    struct pages *pages;  /* pages of earlier passes, kept so that each pass
                             gets other physical pages; NULL if not needed */
    double tolerance;     /* seconds by which a start may be late */
    double step;          /* largest step of a rank's clock, seconds */
    double null_overhead; /* median time of operation `null`, seconds; NAN if no
                             launch was valid */
    double t_bcast;       /* longest time of a start message, seconds */
    double lead;          /* the same, without an outlier */
    size_t cache_bytes;   /* size of the largest last-level cache */
    int ranks_per_node;   /* maximum over nodes */
    bool oversubscribed;
};

/*
 * Initializes *h, except null_overhead. Measures t_bcast. Collective over comm,
 * which must not be used meanwhile. The caller still owns comm and `clocks`.
 * Returns an MPI error code.
 */
int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, const struct timer_quality *quality,
                 bool oversubscribed);

/* Statistics of launch times: seconds, except the relative standard error;
 * `rounds` is the mean over rounds. NAN if no launch was valid. */
struct measured {
    double mean, median, rse, rounds;
};

/* Measures one operation by the window method, with at most max_valid valid
 * launches and max_time seconds, regardless of the user's settings. Collective;
 * *out is equal on all ranks. Returns an MPI error code. */
int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out);

/* Measures null_overhead, and the cost of a clock reading in a launch (the mean
 * over rounds of the empty operation's times). If known to 10 %, this cost
 * replaces the clock's read_cost. Collective over h->comm. */
void harness_calibrate(struct harness *h);

#endif /* MEASURE_HARNESS_H */
