/* session.h: what all measurements of a run share; an operation's algorithms,
 * open on a communicator; the buffers of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "clocksync/clocks.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "timers/quality.h"

/* The same on all ranks but clocks. */
struct harness {
    MPI_Comm comm; /* the caller's: all ranks; errors are returned */
    int rank, size;
    struct clock clock;
    struct clocks *clocks; /* this rank's; renewed between turns */
    /* With whom gauges are read around a pass; NULL, on all ranks: nobody. */
    struct neighbours *neighbours;
    struct watchdog *watchdog;   /* NULL: there is none */
    struct buffers_arena *arena; /* of cold buffers; NULL: none */
    struct pages *pages;  /* so that each pass has others; NULL: as they come */
    double tolerance;     /* seconds a start may be after its time */
    double step;          /* seconds: the largest of the ranks' clocks */
    double null_overhead; /* median of the operation `null`, seconds; NAN: no
                             launch was valid */
    double t_bcast;       /* upper bound of the time of a start message */
    size_t cache_bytes;   /* largest last-level cache */
    int ranks_per_node;   /* most on any node */
    bool oversubscribed;
};

/*
 * Measures t_bcast and null_overhead, and the clock's read_cost: what a reading
 * costs in the timed region, unless that cannot be known to 10 %. Collective
 * over comm, which the harness has to itself as long as it is used; comm and
 * `clocks` stay the caller's. MPI error code.
 */
int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, const struct timer_quality *quality,
                 bool oversubscribed);

/* What launches took, seconds, and the mean of rounds; NAN: none was valid. */
struct measured {
    double mean, median, rse, rounds;
};

/* Measures one operation by itself, in windows, with so many valid launches or
 * seconds at most, whatever the user's cases are to be measured by. Collective;
 * the same on all ranks. MPI error code. */
int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out);

/* An operation's algorithms, opened on the first `procs` ranks: with --groups
 * in each group of them, ranks in a row. */
struct session {
    const struct harness *h;
    const struct measuring *o;
    const struct choice *choice;
    MPI_Comm comm;    /* what operations run on, the group's; MPI_COMM_NULL:
                         this rank is in none */
    MPI_Comm control; /* the harness's own, ranks of all groups: h->comm, if it
                         is all */
    int rank, size;   /* in comm */
    void **states;    /* one a variant: what create() made */
    char **reasons;   /* why a variant could not be opened; NULL: it was */
};

/* Collective over h->comm. MPI error code, the same on all ranks; that an
 * algorithm can't be opened is no error: it is among the reasons. */
int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct choice *choice,
                 int procs);
void session_close(struct session *b);

/*
 * Opens the buffers the case needs on every rank of the session, or on none:
 * then it returns -errno on all of them, with *cause malloced.
 * Collective over b->control.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Bytes that each of so many ranks of this node may take for buffers. */
size_t memory_room(int ranks_per_node);

#endif /* MEASURE_SESSION_H */
