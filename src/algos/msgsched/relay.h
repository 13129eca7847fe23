/* relay.h: scope=node, wire messages for several ranks of a node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_RELAY_H
#define MSGSCHED_RELAY_H

#include "lane.h"
#include "plan.h"

/* ---- what a relay is made of ----------------------------------------------
 */

/* Lanes of the pipeline. */
enum { MS_RELEASES, MS_BUNDLES, MS_NOTICES_OUT, MS_NOTICES_IN, MS_LANES };

/* A shared wire message that this rank receives as a leader. */
struct ms_bundle {
    int source;
    int64_t at, bytes; /* in its memory */
    size_t first, n;   /* parts */
};

/* An owner's part of a bundle. number: of those that the owner gets from this
 * leader, in the order of sources and of what each of them sends. */
struct ms_part {
    int owner;
    int64_t number;
};

/* This rank's part of a wire message, whose stage is its place in the memory of
 * the leader. */
struct ms_share {
    struct ms_wire wire;
    int leader;
    size_t group;
};

/* A leader of this rank, which may lead itself. */
struct ms_group {
    int leader;
    size_t first, n;     /* shares */
    char *memory;        /* of the leader */
    size_t unpacked;     /* in this exchange */
    MPI_Request release; /* of this exchange or the one before */
};

struct ms_relay {
    struct ms_comm *comm;
    int tag;    /* of bundles, and of releases */
    int notice; /* tag of notices */
    MPI_Win win;
    char *memory; /* this rank's */
    size_t size;  /* of it, and of each other rank's of the machine */

    struct ms_bundle *bundles;
    struct ms_part *parts;
    int *owners;                             /* but for this rank */
    size_t nbundles, nparts, nowners, nself; /* nself: parts of this rank */

    struct ms_share *shares; /* by leader, this rank's own last */
    struct ms_group *groups;
    int64_t *number; /* in the notices: room for each */
    size_t nshares, ngroups;

    struct ms_lanes *lanes; /* the pipeline's */
    size_t lane;            /* number of the first */
    size_t unreleased;      /* owners that are to release this leader */
    bool used;              /* releases of an exchange are to come */
};

/* ---- made and freed -------------------------------------------------------
 */

/*
 * Collective. Wire messages of `out` for several ranks of a node become shared:
 * their peer is the leader, and place[k] is where wire message k begins in its
 * memory. items are those of the pieces. *shared: is there one, of any rank?
 * Refuses nodes of the options whose ranks share no memory.
 */
int ms_relay_plan(const struct msgsched_plan *plan, const struct ms_item *items,
                  struct ms_side *out, int64_t *place, bool *shared,
                  struct ms_agree *a);

/* Collective. Makes set->relay, and takes what is shared out of set->in. */
int ms_relay_make(struct msgsched_plan *plan, struct ms_set *set,
                  const struct ms_item *items, const int64_t *place,
                  struct ms_agree *a);
/* Collective; not while an exchange is in flight. */
void ms_relay_free(struct ms_relay *relay);

/* ---- in an exchange. NULL is a relay that has nothing to do. --------------
 */

/* Messages of its MS_LANES lanes; both are numbered from `lane` and `message`
 * on. */
size_t ms_relay_messages(const struct ms_relay *relay);
void ms_relay_place(struct ms_relay *relay, struct ms_lanes *lanes, size_t lane,
                    size_t message);

/* ms_lanes_reset() was called before. *n becomes the number of messages that it
 * waits for. */
int ms_relay_start(struct msgsched_plan *plan, size_t *n);
int ms_relay_completed(struct msgsched_plan *plan, struct ms_completed what);

#endif /* MSGSCHED_RELAY_H */
