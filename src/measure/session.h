/* session.h: data that all measurements of a run share; the algorithms of an
 * operation, open on a communicator; the buffers of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "clocksync/clocks.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "timers/quality.h"

/* What all measurements use. Members except `clocks` are equal on all ranks. */
struct harness {
    MPI_Comm comm; /* the caller's, with all ranks; returns errors */
    int rank, size;
    struct clock clock;
    struct clocks *clocks; /* models of the ranks' clocks, which are compared
                              again between turns */
    /* Neighbouring ranks that read gauges together before and after a pass;
     * NULL on all ranks if gauges are not read. */
    struct neighbours *neighbours;
    struct watchdog *watchdog;   /* or NULL */
    struct buffers_arena *arena; /* memory of cold buffers, or NULL */
    struct pages *pages;  /* pages of earlier passes, so that each pass gets
                             other physical pages; NULL if that is not needed */
    double tolerance;     /* seconds by which a start may be late */
    double step;          /* largest step of a rank's clock, seconds */
    double null_overhead; /* median time of operation `null`, seconds; NAN if no
                             launch was valid */
    double t_bcast;       /* longest time of a start message, seconds */
    size_t cache_bytes;   /* size of the largest last-level cache */
    int ranks_per_node;   /* maximum over nodes */
    bool oversubscribed;
};

/*
 * Initializes *h. Measures t_bcast, null_overhead, and the cost of a clock
 * reading in a launch, which replaces the clock's read_cost if known to 10 %.
 * Collective over comm, which must not be used meanwhile. The caller still owns
 * comm and `clocks`. Returns an MPI error code.
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

/* The algorithms of an operation, created on the first `procs` ranks; with
 * --groups, in each group of consecutive ranks. */
struct session {
    const struct harness *h;
    const struct measuring *o;
    const struct choice *choice;
    MPI_Comm comm;    /* of the operation, in this rank's group; MPI_COMM_NULL
                         if the rank is in none */
    MPI_Comm control; /* for harness messages, with the ranks of all groups;
                         h->comm if these are all ranks */
    int rank, size;   /* in comm */
    void **states;    /* made by create(), one per variant */
    char **reasons;   /* why create() failed, or NULL; one per variant */
};

/* Makes the communicators and calls create() of the algorithms. Collective over
 * h->comm. Returns the same MPI error code on all ranks. It is not an error if
 * an algorithm cannot be created: b->reasons then says why. */
int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct choice *choice,
                 int procs);
void session_close(struct session *b);

/*
 * Allocates the buffers of the case. Collective over b->control. A failure on
 * one rank is a failure on all ranks of the session: returns -errno with *cause
 * malloced.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Returns how many bytes a rank may allocate for buffers, if the node has
 * ranks_per_node ranks. */
size_t memory_room(int ranks_per_node);

#endif /* MEASURE_SESSION_H */
