/* engine.h: interface of the engines, which carry out exchanges. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ENGINE_H
#define MSGSCHED_ENGINE_H

#include "plan.h"

/* When progress() returns. */
enum ms_until {
    MS_NOW,  /* at once */
    MS_NOTE, /* at once, reporting each completed receive */
    MS_SOME, /* after one more receive, or the end of the exchange */
    MS_ALL
};

/* An engine. Its functions return MPI_SUCCESS or an error. All are local except
 * open and close. */
struct ms_engine {
    /* Collective. Creates set->exchange; records failures in a. */
    int (*open)(struct msgsched_plan *plan, struct ms_set *set,
                struct ms_agree *a);
    /* Allocates what the first start() with plan->sendbase and plan->recvbase
     * needs; records failures in a. May be NULL. */
    void (*ready)(struct msgsched_plan *plan, struct ms_agree *a);
    /* Starts an exchange between plan->sendbase and plan->recvbase. */
    int (*start)(struct msgsched_plan *plan);
    /* Makes progress. Like start(), sets plan->done and plan->unposted. */
    int (*progress)(struct msgsched_plan *plan, enum ms_until until);
    /* After a failure: cancels the posted requests and waits for them. */
    void (*drop)(struct msgsched_plan *plan);
    /* Collective. Frees set->exchange. Also called after a failed open(). */
    void (*close)(struct ms_set *set);
};

/* ms_pipeline packs, posts and unpacks wire messages while others are in
 * transit; ms_at_once posts all of them in start(). */
extern const struct ms_engine ms_pipeline, ms_at_once;

/* Handles the completed receive of wire message w: unpacks it if it is packed,
 * and records its messages as received. in: set->in, or a copy with another
 * stage. */
int ms_arrived(struct msgsched_plan *plan, const struct ms_side *in,
               const struct ms_wire *w);

/* ---- MPI_Ineighbor_alltoallw(), posted by ms_at_once --------------------- */

struct ms_neighbor;

/* Collective. Makes a graph communicator of this rank's peers, for a set with
 * one wire message per peer. The caller frees *n, also on failure. */
int ms_neighbor_open(struct msgsched_plan *plan, const struct ms_set *set,
                     struct ms_neighbor **n, struct ms_agree *a);
int ms_neighbor_start(const struct msgsched_plan *plan, struct ms_neighbor *n,
                      MPI_Request *request);
/* Collective. Frees the graph communicator. */
void ms_neighbor_free(struct ms_neighbor *n);

#endif /* MSGSCHED_ENGINE_H */
