/* plan.h: a plan, the set of messages that it exchanges, and how sets are made.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PLAN_H
#define MSGSCHED_PLAN_H

#include <pthread.h>

#include "agree.h"
#include "arrange.h"
#include "comm.h"
#include "wire.h"

/*
 * Words, in the order in which a message meets them:
 *   message       what the caller sends or receives
 *   item          a message while it is ordered: weight, distance, tcopy
 *   unit          what may be merged: messages to a process, or to a node
 *   cut           items that go together
 *   piece         a message in the list of a side, with its datatype's shape
 *   wire message  the pieces of a cut: one send and one receive of MPI
 *   notice        what a sender tells the receiver of a message when a set is
 *                 made: its bytes, and where its wire message ends
 *   lane          wire messages that are posted in their order: all sends, or
 *                 the receives from one source
 */
struct ms_engine;
struct ms_relay;

/* The caller's messages. */
struct ms_lists {
    int nsend, nrecv;
    const struct msgsched_message *sends, *recvs;
};

/* What msgsched_update() exchanges as a whole. */
struct ms_set {
    /* of the plan; the schedule never `auto` */
    struct msgsched_options options;
    struct ms_side out, in; /* wire messages of `in` are grouped by source */
    struct ms_relay *relay; /* bundles for several ranks of a node, or NULL */
    const struct ms_engine *engine;
    void *exchange;       /* of the engine */
    int *absent, nabsent; /* receives from MPI_PROC_NULL */
    struct msgsched_info info;
};

struct msgsched_plan {
    struct ms_comm *comm;
    int tag;
    struct msgsched_options options; /* node is its own; no distance */
    int *node;                       /* as given, or NULL */
    int *distance;    /* ... from this rank's node to each; or NULL */
    const int *where; /* node of each rank */
    int nnodes;
    struct ms_set *set;
    al_gpu_fn *driver;

    /* The exchange in flight, or the last one. While it is in flight any
     * thread that waits for another plan may make progress with it. */
    const void *sendbase;
    void *recvbase;
    bool in_flight;       /* only its owner's */
    pthread_mutex_t lock; /* of what follows, and of set->exchange, in flight */
    bool unposted;        /* more is to be posted while it is in flight */
    int error; /* class of what ended an exchange; only to be freed */
    struct msgsched_plan *next; /* in flight */
    bool done;                  /* as far as the engine goes */
    int *arrived, narrived;     /* receives, in the order of their completion */
    int reported;               /* of these by msgsched_waitsome() */
};

/* Class of peer by what messages to it cost: same node of the machine as this
 * rank's, or another, whatever options->node says. */
enum ms_where ms_where(const struct msgsched_plan *plan, int peer);

/* ---- sets --------------------------------------------------------------- */

/* Collective: arranges what is sent as the schedule says, which is not AUTO,
 * notifies the receivers, finds the receives, and opens the engine. The lists
 * are checked. Not on all ranks but one: on none. */
int ms_set_make(struct msgsched_plan *plan, enum msgsched_schedule schedule,
                const struct ms_lists *lists, struct ms_set **set,
                struct ms_agree *a);
/* Collective. */
void ms_set_free(struct ms_set *set);

/*
 * Collective. Fills in weight, heaviest, distance and alpha of the n messages
 * of this rank, whose ranks, nodes and bytes are set. Sums are taken over the
 * messages between nodes; memory for ranks and nodes.
 */
int ms_weigh(const struct msgsched_plan *plan, struct ms_item *items, size_t n,
             struct ms_agree *a);

/* ---- records for ranks that do not expect them -----------------------------
 */

/* Record i goes to rank to[i]. */
struct ms_outbox {
    const void *records;
    const int *to;
    size_t n, size;
};

/* What one source sent: records from the first on, in the order in which it has
 * them. */
struct ms_source {
    int rank;
    size_t first, n;
};

struct ms_inbox {
    struct ms_source *sources; /* in the order of their ranks */
    void *records;
    size_t nsources, nrecords, room;
};

/* Collective. What a rank could not do is noted; not MPI_SUCCESS on any rank:
 * on all of them, and nothing was sent. *in is to be freed in any case. */
int ms_mailbox_exchange(const struct msgsched_plan *plan,
                        const struct ms_outbox *out, struct ms_inbox *in,
                        struct ms_agree *a);
void ms_inbox_free(struct ms_inbox *in);

/* ---- notices ------------------------------------------------------------- */

/* A message, as its sender announces it. */
struct ms_notice {
    int64_t bytes;
    int64_t at; /* of a shared wire message: its place at the leader */
    int tag;
    unsigned last : 1; /* of its wire message, or of this rank's part of it */
    unsigned packed : 1, shared : 1; /* ... which is that */
};

/* Collective. Items are those of the pieces of `out`, of the list `sends`.
 * place[k] is where wire message k begins at its leader, if it is shared.
 * Records of *in are notices, of each source in the order of the wire. */
int ms_notify(const struct msgsched_plan *plan, const struct ms_side *out,
              const struct ms_item *items, const struct msgsched_message *sends,
              const int64_t *place, struct ms_inbox *in, struct ms_agree *a);

/*
 * Message k of a source with a tag goes into receive k from there with that
 * tag, of those in the caller's list: receive[i] becomes the number of the one
 * that notice i is for. Notes the first that is left alone, or that is too
 * short.
 */
void ms_match(const struct ms_inbox *in, const struct ms_lists *lists,
              int *receive, struct ms_agree *a);

#endif /* MSGSCHED_PLAN_H */
