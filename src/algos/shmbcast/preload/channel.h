/* channel.h: what is known of a communicator: its nodes, and the way of its
 * broadcasts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CHANNEL_H
#define PRELOAD_CHANNEL_H

#include <mpi.h>
#include <stdbool.h>

#include "process.h"

/* The node of a rank. */
struct node_rank {
    int node;  /* nodes count in the order of their lowest ranks */
    int local; /* the rank there; the leader's is 0 */
};

struct nodes {
    MPI_Comm here;    /* the ranks of this one's node */
    MPI_Comm leaders; /* rank = node; MPI_COMM_NULL where not a leader */
    int count;
    int mine;             /* the node of this rank */
    int nhere;            /* ranks on it */
    struct node_rank *of; /* by rank */
};

/*
 * An attribute of the communicator, made by its first broadcast and freed with
 * it. Like the communicator's collectives it is for one thread at a time.
 */
struct channel {
    MPI_Comm comm;
    int size;
    enum outcome outcome;         /* of the next call */
    int calls;                    /* seen while OUTCOME_EARLY */
    struct shmbcast_auto *shared; /* of the ranks of this node; or NULL */
    struct nodes nodes;           /* of OUTCOME_TWO_STEPS */
    size_t taken;                 /* of the budget */
    struct channel *next;         /* all there are */
};

/*
 * The channel of [comm]. NULL in *[ch] where MPI is not running or [comm] is
 * no communicator: the library shall say so. An error code where there is no
 * memory for it.
 */
int channel_find(MPI_Comm comm, struct channel **ch);

/* To be called for each broadcast, before it: where to send it. Collective when
 * it is time to find out. */
enum outcome channel_next(struct channel *ch);

/* What the environment says; valid once there is a channel. */
const struct settings *channel_settings(void);

/* In build.c. Collective over the channel's communicator. Sets its outcome, the
 * same on all ranks, and makes what that needs. */
void build(struct channel *ch, const struct settings *settings);

/* Free what build() made. Does not wait for other ranks. */
void build_undo(struct channel *ch);

/* In calibrated.c. The tables of an earlier handle for the same ranks in the
 * same order, as their first rank knows them; none if it does not. Collective
 * over [here]. */
void calibrated_find(MPI_Comm here, struct shmbcast_auto_params *params);

/* A handle for [here] measured this. Local. */
void calibrated_keep(MPI_Comm here, const struct shmbcast_auto_params *params);

/* Forget all; before that, unless [out] is NULL, say which algorithm each set
 * of ranks had for each size. */
void calibrated_end(FILE *out, int rank);

#endif /* PRELOAD_CHANNEL_H */
