/* comm.h: what all plans of a communicator share, and when a copy pays there.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_COMM_H
#define MSGSCHED_COMM_H

#include <mpi.h>

#include "agree.h"

enum ms_where { MS_SAME_NODE, MS_OTHER_NODE, MS_WHERES };

/* The same on all ranks: medians of the pairs of ranks that measure. A class of
 * which there are no two ranks has figures that are assumed. */
struct ms_costs {
    bool known;
    int64_t tcopy[MS_WHERES]; /* bytes from which on a copy costs more than a
                                 message by itself */
    double wire[MS_WHERES];   /* bytes a second */
    double copy;              /* bytes a second, packed */
    double seconds;           /* that measuring took */
};

/* An attribute of the caller's communicator. It lives until that and all plans
 * are freed. */
struct ms_comm {
    MPI_Comm comm;  /* a duplicate */
    MPI_Comm local; /* of it, the ranks of this node */
    MPI_Comm user;  /* MPI_COMM_NULL once it was freed */
    int rank, size;
    int *node; /* of each rank, numbered in the order of the lowest ranks */
    int nnodes;
    struct ms_costs costs; /* measured when first asked for */
    int refs;
    int *tags, ntags; /* of the plans alive */
    int next_tag, tag_max;
    struct ms_comm *next; /* of all that are attached */
};

/* Collective; a is of comm. Finds or makes it, and counts one more user. */
int ms_comm_get(MPI_Comm comm, struct ms_comm **shared, struct ms_agree *a);
/* One user fewer; collective when it is the last. */
void ms_comm_put(struct ms_comm *shared);

/* A tag that no other plan alive has, the same on all ranks; -1: no memory. */
int ms_comm_tag(struct ms_comm *shared);
void ms_comm_untag(struct ms_comm *shared, int tag);

/* Numbers nodes, named by any ints, in the order of their lowest ranks. Returns
 * how many there are, or -1 without memory. Pure. */
int ms_nodes_number(int *node, int size);

/* ---- costs --------------------------------------------------------------- */

/* Does a plan with these options ask for them? */
bool ms_measures(const struct msgsched_options *o);

/* Collective; about 20 ms. Fills in shared->costs where that is not done yet.
 * Not on all ranks but one: on none. */
int ms_measure(struct ms_comm *shared, struct ms_agree *a);

/* ---- its parts ---------------------------------------------------------- */

/* Up to which size a copy costs less than a message. Begins as {0}. */
struct ms_threshold {
    int64_t bytes; /* from here on merging does not pay; 0: nothing is known */
    int row;       /* sizes in a row for which it did not */
};

/*
 * Takes the seconds of messages of so many bytes alone, and of the same ones
 * merged; 0: not measured. Sizes double from call to call. False: the threshold
 * is found, or there was no time to measure. It is found when merging saved
 * less than 10 % for two sizes in a row: one of them may be an accident. Pure.
 */
bool ms_threshold_next(struct ms_threshold *t, int64_t bytes, double alone,
                       double merged);

/* Median of those of n values that are above 0; of two in the middle the larger
 * one. 0: there are none. Sorts values. Pure.
 */
double ms_median(double *values, size_t n);

#endif /* MSGSCHED_COMM_H */
