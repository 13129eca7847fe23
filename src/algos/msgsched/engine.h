/* engine.h: what carries out an exchange, from its start to its end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ENGINE_H
#define MSGSCHED_ENGINE_H

#include "plan.h"

/* How long an engine makes progress. */
enum ms_until {
    MS_NOW,  /* no waiting */
    MS_NOTE, /* the same, but each receive that has arrived is noted */
    MS_SOME, /* until more has arrived, or all is done */
    MS_ALL
};

/* Functions return MPI_SUCCESS or an error, and are local but for open and
 * close. */
struct ms_engine {
    /* Collective: makes set->exchange, and notes in a what it could not. */
    int (*open)(struct msgsched_plan *plan, struct ms_set *set,
                struct ms_agree *a);
    /* What the first start with plan->sendbase and plan->recvbase would make,
     * so that it needs no memory; notes in a what it could not. NULL: nothing.
     */
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

/* Wire messages are packed, posted and unpacked while others are on their way;
 * or all are posted in the start. */
extern const struct ms_engine ms_pipeline, ms_at_once;

/* The receive of wire message w of set->in, or of a copy with another stage, is
 * complete: what is packed is unpacked. */
int ms_arrived(struct msgsched_plan *plan, const struct ms_side *in,
               const struct ms_wire *w);

/* ---- MPI_Ineighbor_alltoallw(), posted by ms_at_once ----------------------
 */

struct ms_neighbor;

/* Collective: a graph of the ranks that the wire messages of the set, one for
 * each peer, go to and come from. *n is to be freed in any case. */
int ms_neighbor_open(struct msgsched_plan *plan, const struct ms_set *set,
                     struct ms_neighbor **n, struct ms_agree *a);
int ms_neighbor_start(const struct msgsched_plan *plan, struct ms_neighbor *n,
                      MPI_Request *request);
/* Collective. */
void ms_neighbor_free(struct ms_neighbor *n);

#endif /* MSGSCHED_ENGINE_H */
