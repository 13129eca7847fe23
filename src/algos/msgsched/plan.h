/* plan.h: a plan, its set of messages, and functions that make sets. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PLAN_H
#define MSGSCHED_PLAN_H

#include <pthread.h>

#include "agree.h"
#include "arrange.h"
#include "comm.h"
#include "wire.h"

/*
 * Terms, in the order of a message's path through the library:
 *   message       what the caller sends or receives
 *   item          a message to send, with the keys by which it is ordered
 *   unit          messages that may be merged: to one process, or to one node
 *   cut           consecutive items that form one wire message
 *   piece         a message in the list of a side, with its datatype's shape
 *   side          all that a rank sends, or all that it receives
 *   wire message  the pieces of a cut: one MPI send and one MPI receive
 *   notice        sent once per message when a set is made: tells the receiver
 *                 the message's bytes, and whether its wire message ends there
 *   lane          wire messages that are posted in order: all sends, or all
 *                 receives from one source
 */
struct ms_engine;
struct ms_relay;

struct ms_lists {
    int nsend, nrecv;
    const struct msgsched_message *sends, *recvs;
};

/* The messages of a plan and everything derived from them. msgsched_update()
 * replaces the set. */
struct ms_set {
    /* the plan's options, with a schedule other than AUTO */
    struct msgsched_options options;
    struct ms_side out, in; /* the wire messages of `in`, grouped by source */
    struct ms_relay *relay; /* receives shared wire messages; NULL without
                             * any */
    const struct ms_engine *engine;
    void *exchange;       /* data of the engine */
    int *absent, nabsent; /* indices of receives from MPI_PROC_NULL */
    struct msgsched_info info;
};

struct msgsched_plan {
    struct ms_comm *comm;
    int tag;
    struct msgsched_options options; /* with ->node = node, ->distance = NULL */
    int *node;        /* copy of the user's options->node, or NULL */
    int *distance;    /* distance from this rank's node to each; or NULL */
    const int *where; /* node of each rank */
    int nnodes;
    struct ms_set *set;
    al_gpu_fn *driver;

    /* The exchange in flight, or else the last one. A thread that waits for
     * another plan may make progress on an exchange in flight. */
    const void *sendbase;
    void *recvbase;
    bool in_flight;       /* used only by the thread that uses the plan */
    pthread_mutex_t lock; /* protects the members below and set->exchange */
    bool unposted;        /* some sends or receives are not posted yet */
    int error; /* error class of the failed exchange, or MPI_SUCCESS */
    struct msgsched_plan *next; /* next plan in flight */
    bool done;                  /* the engine has completed the exchange */
    int *arrived, narrived;     /* completed receives, in order of completion */
    int reported;               /* how many of them msgsched_waitsome() has
                                 * returned */
};

/* ---- sets --------------------------------------------------------------- */

/* Collective. Makes a set for a schedule other than AUTO: arranges the sends,
 * notifies the receivers, matches the receives, and opens the engine. The lists
 * must have been checked. Fails on all ranks or on none. */
int ms_set_make(struct msgsched_plan *plan, enum msgsched_schedule schedule,
                const struct ms_lists *lists, struct ms_set **set,
                struct ms_agree *a);
/* Collective. Frees a set. */
void ms_set_free(struct ms_set *set);

/* Collective. Sets weight, heaviest, distance and alpha of this rank's n items,
 * whose ranks, nodes and bytes are already set. Weights count only messages
 * between nodes. Needs memory for one number per rank and several per node. */
int ms_weigh(const struct msgsched_plan *plan, struct ms_item *items, size_t n,
             struct ms_agree *a);

/* ---- records for ranks that do not expect them --------------------------- */

/* Records of `size` bytes to send; record i goes to rank to[i]. */
struct ms_outbox {
    const void *records;
    const int *to;
    size_t n, size;
};

/* The records first ... first + n - 1 of an inbox come from one source, in the
 * order of its outbox. */
struct ms_source {
    int rank;
    size_t first, n;
};

struct ms_inbox {
    struct ms_source *sources; /* one for each sender, ordered by rank */
    void *records;
    size_t nsources, nrecords, room;
};

/* Collective. Sends all records and fills in the inbox. Records local failures
 * in a. If a rank is out of memory before it starts, nothing is sent and all
 * ranks return that error. The caller frees *in in any case. */
int ms_mailbox_exchange(const struct msgsched_plan *plan,
                        const struct ms_outbox *out, struct ms_inbox *in,
                        struct ms_agree *a);
void ms_inbox_free(struct ms_inbox *in);

/* ---- notices ------------------------------------------------------------- */

/* What a sender reports to the receiver about one message when the set is
 * made. */
struct ms_notice {
    int64_t bytes;
    int64_t at; /* if shared, offset in the leader's memory */
    int tag;
    unsigned last : 1; /* last message of its wire message or, if that is
                        * shared, of this rank's part of it */
    unsigned packed : 1, shared : 1; /* properties of its wire message */
};

/* Collective. Sends the notices for `out`, whose piece i is items[i], a message
 * of sends[]. place[k] is the offset of shared wire message k in its leader's
 * memory. *in gets the notices for this rank; those from one source are in the
 * order in which it sends the messages. */
int ms_notify(const struct msgsched_plan *plan, const struct ms_side *out,
              const struct ms_item *items, const struct msgsched_message *sends,
              const int64_t *place, struct ms_inbox *in, struct ms_agree *a);

/* Matches notices to receives: the k-th message from a source with a tag goes
 * into the k-th receive in the caller's list with that source and tag.
 * receive[i] becomes the index of the receive for notice i. Records as a
 * failure the first message or receive without a counterpart, or the first
 * receive that is too short. */
void ms_match(const struct ms_inbox *in, const struct ms_lists *lists,
              int *receive, struct ms_agree *a);

#endif /* MSGSCHED_PLAN_H */
