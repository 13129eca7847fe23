/* plan.h: a plan, for those who make it and those who carry it out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PLAN_H
#define MSGSCHED_PLAN_H

#include <pthread.h>

#include "agree.h"
#include "device.h"
#include "home.h"
#include "side.h"

struct ms_relay;
struct ms_set;

/*
 * Words, in the order in which a message meets them:
 *   message       what the caller sends or receives
 *   item          a message while it is ordered: weight, distance, tcopy
 *   unit          what may be merged: messages to a process, or to a node
 *   cut           items that go together
 *   piece         a message in the list of a side, with its datatype's shape
 *   wire message  the pieces of a cut: one send and one receive of MPI
 *   way           what a schedule does: its order and its cuts
 *   turn          place of a cut among those to its node, under across=rr
 *   lane          wire messages that are posted in their order: all sends, or
 * the receives from one source landed        received, and not unpacked yet
 *   home          what the plans of a communicator share: its duplicate, tags,
 *                 nodes and costs
 *   news, told    the cuts of its senders that a rank is told when a plan is
 * made
 */

/* How long an engine makes progress. */
enum ms_until {
    MS_NOW,  /* no waiting */
    MS_LOOK, /* the same, but each receive that has arrived is noted */
    MS_SOME, /* until more has arrived, or all is done */
    MS_ALL
};

/* What carries out an exchange; an engine serves several schedules. Functions
 * return MPI_SUCCESS or an error, local ones but for open and close. */
struct ms_engine {
    /* Collective: makes set->state, and notes in a what it could not. */
    int (*open)(struct msgsched_plan *plan, struct ms_set *set,
                struct ms_agree *a);
    /* What the first start with plan->sendbase and plan->recvbase would make,
     * so that it needs no memory; notes in a what it could not. NULL: nothing. */
    void (*ready)(struct msgsched_plan *plan, struct ms_agree *a);
    /* plan->sendbase and plan->recvbase are set */
    int (*start)(struct msgsched_plan *plan);
    /* ... and sets plan->done and plan->unposted, as start does */
    int (*progress)(struct msgsched_plan *plan, enum ms_until until);
    /* After a failure: cancels what is posted, and waits for that. */
    void (*drop)(struct msgsched_plan *plan);
    /* Collective; whatever open left, also when it failed. */
    void (*close)(struct ms_set *set);
};

extern const struct ms_engine ms_engine_bundles, ms_engine_persistent,
    ms_engine_datatype, ms_engine_neighbor;

/* What msgsched_update() exchanges as a whole. */
struct ms_set {
    struct msgsched_options
        options; /* of the plan; the schedule never `auto` */
    const struct ms_engine *engine;
    struct ms_side out, in; /* wire messages of `in` are grouped by source */
    struct ms_relay *relay; /* bundles for several ranks of a node, or NULL */
    void *state;            /* the engine's */
    int *absent, nabsent;   /* receives from MPI_PROC_NULL */
    struct msgsched_info info;
};

struct msgsched_plan {
    struct ms_home *home;
    int tag;
    struct msgsched_options options; /* node is its own; no distance */
    int *node;                       /* as given, or NULL */
    int *distance;    /* ... from this rank's node to each; or NULL */
    const int *where; /* node of each rank */
    int nnodes;
    struct ms_set *set;
    size_t sample; /* sets have so many messages from a rank to another; 0: all */
    al_gpu_fn *driver;

    /* The exchange in flight, or the last one. While it is in flight any
     * thread that waits for another plan may make progress with it. */
    const void *sendbase;
    void *recvbase;
    bool flying;          /* only its owner's */
    pthread_mutex_t lock; /* of what follows, and of set->state, in flight */
    bool unposted;        /* more is to be posted while it is in flight */
    int error; /* class of what ended an exchange; only to be freed */
    struct msgsched_plan *next; /* in flight */
    bool done;                  /* as far as the engine goes */
    int *arrived, narrived;     /* receives, in the order of their completion */
    int told;                   /* of these by msgsched_waitsome() */
};

/* The receives of wire message w of set->in are complete. */
void ms_arrived(struct msgsched_plan *plan, const struct ms_wire *w);

/* Class of peer by what messages to it cost: same node of the machine as this
 * rank's, or another, whatever options->node says. */
enum ms_where ms_where(const struct msgsched_plan *plan, int peer);

#endif /* MSGSCHED_PLAN_H */
