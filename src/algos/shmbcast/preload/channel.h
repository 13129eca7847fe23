/* channel.h: the nodes of a communicator, and how its calls are made. */
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

/* What comparisons with the MPI library say of an operation. [known] and [lost]
 * have a bit for each entry of shmbcast_auto's tables of sizes. */
struct compared {
    unsigned known; /* sizes that are compared */
    unsigned lost;  /* sizes at which the MPI library is faster */
    unsigned char ways[2][SHMBCAST_AUTO_SIZES]; /* of the handle: its choices
                                                 * for long blocks */
    double saved[SHMBCAST_AUTO_SIZES];          /* seconds that a call saves */
};

/* State of a communicator, stored as its attribute. The first call creates it;
 * freeing the communicator frees it. Only one thread uses it at a time, as MPI
 * requires for the communicator's collectives. */
struct channel {
    MPI_Comm comm;
    int rank, size;
    enum outcome outcome;         /* how to make the next call */
    int calls;                    /* number of calls while the outcome is
                                   * OUTCOME_EARLY */
    struct shmbcast_auto *shared; /* handle of this node's ranks, or NULL */
    struct nodes nodes;           /* the ranks' nodes, for OUTCOME_TWO_STEPS */
    size_t taken;                 /* bytes of the process's budget that it
                                   * uses */
    int set; /* its set of ranks in calibrated.c, or NO_SET */
    enum shmbcast_auto_calibrate calibrate; /* something may be measured */
    bool reported;                          /* a rank of the node reports */
    struct {
        unsigned known, lost; /* as in struct compared */
    } compared[OPERATIONS];
    struct channel *next; /* next in the list of all channels */
};

/* Called at the end of MPI_Init if all ranks use the library. */
void preload_start(world_find *find, void *caller);

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

/* Stores the tables measured for a handle of [here], if it was calibrated, and
 * the seconds that the handle cost, unless tables of the same ranks are stored.
 * Returns the number of the set of these ranks, or NO_SET. Local. */
int calibrated_keep(MPI_Comm here, const struct shmbcast_auto_params *params,
                    const struct spent *spent);

/* Return and replace what is known of an operation of the set; the latter took
 * some seconds. With NO_SET nothing is known, or stored. Local. */
struct compared calibrated_compared(int set, enum operation_number number);
void calibrated_put(int set, enum operation_number number,
                    const struct compared *compared, double seconds);

/* Counts a call by a handle of the set for the report; ignores NO_SET. */
void calibrated_count(int set, enum operation_number number, size_t nbytes);

/* Frees all stored tables. Before that, unless [out] is NULL, prints a report
 * on each set of ranks to [out]: its calibration's time, whether calls have
 * saved that much, and its tables. */
void calibrated_end(FILE *out, int rank);

#endif /* PRELOAD_CHANNEL_H */
