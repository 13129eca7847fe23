/* session.h: the data that all measurements of a run share; the algorithms of
 * an operation, open on a communicator; the buffers of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "clocksync/clocks.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "timers/quality.h"

/* The environment of all measurements. All fields but clocks are the same on
 * all ranks. */
struct harness {
    MPI_Comm comm; /* communicator of the caller: all ranks; returns errors */
    int rank, size;
    struct clock clock;
    struct clocks *clocks; /* this rank's clock models; compared again between
                              turns */
    /* Neighbouring ranks with which gauges are read before and after a pass;
     * NULL on all ranks: gauges are not read. */
    struct neighbours *neighbours;
    struct watchdog *watchdog;   /* NULL: there is none */
    struct buffers_arena *arena; /* memory of cold buffers; NULL: none */
    struct pages *pages;  /* pages of earlier passes, so that each pass gets
                             other physical pages; NULL: not needed */
    double tolerance;     /* seconds that a start may be late */
    double step;          /* largest step of the ranks' clocks, seconds */
    double null_overhead; /* median of the operation `null`, seconds; NAN: no
                             launch was valid */
    double t_bcast;       /* upper bound of the time of a start message */
    size_t cache_bytes;   /* largest last-level cache */
    int ranks_per_node;   /* maximum over the nodes */
    bool oversubscribed;
};

/*
 * Measures t_bcast, null_overhead, and the cost of a clock reading in the timed
 * region, which replaces the clock's read_cost if it is known to 10 %.
 * Collective over comm, which nobody else may use meanwhile. comm and `clocks`
 * still belong to the caller. Returns an MPI error code.
 */
int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, const struct timer_quality *quality,
                 bool oversubscribed);

/* Times of launches in seconds, the relative standard error, and the mean over
 * rounds; NAN: no launch was valid. */
struct measured {
    double mean, median, rse, rounds;
};

/* Measures one operation alone, by the window method, with at most max_valid
 * valid launches and max_time seconds. Does not depend on the user's settings.
 * Collective; *out is the same on all ranks. Returns an MPI error code. */
int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out);

/* The algorithms of an operation, created on the first `procs` ranks; with
 * --groups in each group of consecutive ranks. */
struct session {
    const struct harness *h;
    const struct measuring *o;
    const struct choice *choice;
    MPI_Comm comm;    /* communicator of the operation, in this rank's group;
                         MPI_COMM_NULL: this rank is in no group */
    MPI_Comm control; /* for messages of the harness: the ranks of all groups;
                         h->comm if these are all ranks */
    int rank, size;   /* in comm */
    void **states;    /* states made by create(), one for each variant */
    char **reasons;   /* for each variant: why create() failed; NULL: it did
                         not */
};

/* Makes the communicators, and calls create() of the algorithms. Collective
 * over h->comm. Returns the same MPI error code on all ranks. An algorithm that
 * cannot be created is no error: b->reasons has the reason. */
int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct choice *choice,
                 int procs);
void session_close(struct session *b);

/*
 * Allocates the buffers of the case. Collective over b->control. If it fails on
 * one rank, it fails on all ranks of the session, and returns -errno with
 * *cause malloced.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Returns the number of bytes that each rank may allocate for buffers, with so
 * many ranks on this node. */
size_t memory_room(int ranks_per_node);

#endif /* MEASURE_SESSION_H */
