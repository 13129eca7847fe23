/* channel.h: the nodes of a communicator, and how it broadcasts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CHANNEL_H
#define PRELOAD_CHANNEL_H

#include <mpi.h>
#include <stdbool.h>

#include "algos/preload/next.h"
#include "process.h"

enum { NO_SET = -1 };

/* Position of a rank on its node. */
struct node_rank {
    int node;  /* number of the node, in the order of lowest ranks */
    int local; /* rank within the node; 0 is the leader */
};

struct nodes {
    MPI_Comm here;    /* communicator of the ranks on this rank's node */
    MPI_Comm leaders; /* communicator of the leaders, in which a leader's rank
                       * is its node's number; MPI_COMM_NULL on other ranks */
    int count;
    int mine;             /* number of this rank's node */
    int nhere;            /* number of ranks on this node */
    struct node_rank *of; /* position of each rank of the communicator */
};

/* State of a communicator, stored as its attribute. The first broadcast creates
 * it; freeing the communicator frees it. Only one thread uses it at a time, as
 * MPI requires for the communicator's collectives. */
struct channel {
    MPI_Comm comm;
    int size;
    enum outcome outcome;         /* how to make the next call */
    int calls;                    /* number of calls while the outcome is
                                   * OUTCOME_EARLY */
    struct shmbcast_auto *shared; /* handle of this node's ranks, or NULL */
    struct nodes nodes;           /* the ranks' nodes, for OUTCOME_TWO_STEPS */
    size_t taken;                 /* bytes of the process's budget that it
                                   * uses */
    int set;              /* its set of ranks in calibrated.c, or NO_SET */
    struct channel *next; /* next in the list of all channels */
};

/* Called at the end of MPI_Init if all ranks use the library. */
void preload_start(world_find *find, void *caller);

/*
 * Finds or creates the channel of [comm]. Sets *[ch] to NULL if the MPI library
 * must broadcast on it: if MPI_Finalize has begun, if [comm] is being freed, or
 * if [comm] is not a communicator (the MPI library then reports that). Returns
 * an error code if there is no memory.
 */
int channel_find(MPI_Comm comm, struct channel **ch);

/* Returns how to make the next broadcast; must be called before each one. One
 * of these calls sets up shared memory and is then collective. */
enum outcome channel_next(struct channel *ch);

/* Returns the settings from the environment. Valid once there is a channel. */
const struct settings *channel_settings(void);

/* In build.c. Determines the outcome, which is the same on all ranks, and
 * creates what that outcome needs. Collective over the channel's
 * communicator. */
void build(struct channel *ch, const struct settings *settings);

/* True if some rank is not in our MPI_COMM_WORLD, and so may lack this library.
 * The result is the same on all of our ranks. */
bool build_strangers(MPI_Comm comm);

/* Frees what build() created. Does not wait for other ranks. */
void build_undo(struct channel *ch);

/* In calibrated.c. Copies to [params] the tables of an earlier handle of the
 * same ranks in the same order. All ranks get the tables of rank 0 of [here],
 * if it has any. Collective over [here]. */
void calibrated_find(MPI_Comm here, struct shmbcast_auto_params *params);

/* Seconds spent on a handle. */
struct spent {
    double set_up, calibrate;
};

/* Stores the tables measured for a handle of [here], the seconds that the
 * handle cost, and the seconds that a broadcast of each size saves compared
 * with the MPI library, or NULL if unknown. Local. */
void calibrated_keep(MPI_Comm here, const struct shmbcast_auto_params *params,
                     const struct spent *spent, const double *saved);

/* Returns the number of the set that contains [here]'s ranks in the same order,
 * or NO_SET. Local. */
int calibrated_set(MPI_Comm here);

/* Counts a broadcast by a handle of the set for the report; ignores NO_SET. */
void calibrated_count(int set, size_t nbytes);

/* Frees all stored tables. Before that, unless [out] is NULL, prints a report
 * on each set of ranks to [out]: its calibration's time, whether broadcasts
 * have saved that much, and its tables. */
void calibrated_end(FILE *out, int rank);

/* In compare.c. Times broadcasts by [h] and by the MPI library on [here], which
 * has the ranks of [h]. Sets the seconds that a broadcast of each size saves,
 * the same on all ranks. Returns false if [seconds] were too few.
 * Collective. */
bool compare_native(MPI_Comm here, struct shmbcast_auto *h, double seconds,
                    double saved[SHMBCAST_AUTO_SIZES]);

#endif /* PRELOAD_CHANNEL_H */
