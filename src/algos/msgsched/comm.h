/* comm.h: state that all plans on a communicator share, and its costs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_COMM_H
#define MSGSCHED_COMM_H

#include <mpi.h>

#include "agree.h"

enum ms_where { MS_SAME_NODE, MS_OTHER_NODE, MS_WHERES };

/* Costs within a node and between nodes, the same on all ranks: medians over
 * pairs of ranks, or assumed values if there is no such pair. */
struct ms_costs {
    bool known;
    int64_t tcopy[MS_WHERES]; /* from this size on, a copy costs more than a
                               * separate message */
    double wire[MS_WHERES];   /* bandwidth of messages, bytes per second */
    double copy;              /* bandwidth of packing, bytes per second */
    double seconds;           /* time of the measurement */
};

/* Attribute of the caller's communicator. Exists until that communicator and
 * all plans on it are freed. */
struct ms_comm {
    MPI_Comm comm;  /* duplicate of the caller's communicator */
    MPI_Comm local; /* the ranks of `comm` on this node */
    MPI_Comm user;  /* the caller's; MPI_COMM_NULL if it has been freed */
    int rank, size;
    int *node; /* node of each rank; nodes are numbered by lowest ranks */
    int nnodes;
    struct ms_costs costs; /* measured when the first plan needs them */
    int refs;
    int *tags, ntags; /* tags in use by plans */
    int next_tag, tag_max;
    struct ms_comm *next; /* next in the list of all states */
};

/* Returns whether a rank is on the physical node of this rank, regardless of
 * options->node. */
enum ms_where ms_where(const struct ms_comm *c, int rank);

/* Finds or makes the state of comm, and adds a reference. Collective over comm,
 * which must also be a->comm. */
int ms_comm_get(MPI_Comm comm, struct ms_comm **shared, struct ms_agree *a);
/* Drops a reference. Collective if that was the last one. */
void ms_comm_put(struct ms_comm *shared);

/* Returns a tag that no other plan uses, the same on all ranks, or -1 if out of
 * memory. */
int ms_comm_tag(struct ms_comm *shared);
void ms_comm_untag(struct ms_comm *shared, int tag);

/* ---- costs --------------------------------------------------------------- */

/* True if a plan with these options needs the costs. */
bool ms_measures(const struct msgsched_options *o);

/* Collective; takes about 20 ms. Measures shared->costs if they are not known
 * yet. Fails on all ranks or on none. */
int ms_measure(struct ms_comm *shared, struct ms_agree *a);

/* ---- functions for the measurement --------------------------------------- */

/* State of the search for the largest size at which merging is faster.
 * Initially {0}. */
struct ms_threshold {
    int64_t bytes; /* merging is slower at this size and above; 0: unknown */
    int row;       /* number of successive sizes at which merging was not
                    * faster */
};

/* Adds the times of messages of `bytes` bytes, sent alone and merged; 0 if not
 * measured. Sizes double from call to call. Returns false when the search ends:
 * a time is missing, or merging saved less than 10 % for two sizes in a row
 * (one may be an outlier). Pure. */
bool ms_threshold_next(struct ms_threshold *t, int64_t bytes, double alone,
                       double merged);

/* Returns the median of the positive values among n, the upper of two middle
 * values; 0 if none is positive. Sorts values. */
double ms_median(double *values, size_t n);

#endif /* MSGSCHED_COMM_H */
