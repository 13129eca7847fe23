/* relay.h: scope=node: wire messages shared by several ranks of a node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_RELAY_H
#define MSGSCHED_RELAY_H

#include "lane.h"
#include "plan.h"

/* ---- parts of a relay ---------------------------------------------------- */

/* The lanes that a relay has in the pipeline. */
enum { MS_RELEASES, MS_BUNDLES, MS_NOTICES_OUT, MS_NOTICES_IN, MS_LANES };

/* A shared wire message that this rank receives as its leader. */
struct ms_bundle {
    int source;
    int64_t at, bytes; /* offset and size in the leader's memory */
    size_t first, n;   /* range in parts[] */
};

/* One owner's part of a bundle. number: index of the part among all that the
 * owner gets from this leader, ordered by source, then as the source sends
 * them. */
struct ms_part {
    int owner;
    int64_t number;
};

/* A share: this rank's part of a shared wire message. Its stage is the memory
 * of the leader. */
struct ms_share {
    struct ms_wire wire;
    int leader;
    size_t group;
};

/* A leader that receives for this rank, which may be this rank itself. */
struct ms_group {
    int leader;
    size_t first, n;     /* range in shares[] */
    char *memory;        /* the leader's shared memory */
    size_t unpacked;     /* shares unpacked so far in this exchange */
    MPI_Request release; /* request of the last release, perhaps of the previous
                          * exchange */
};

struct ms_relay {
    struct ms_comm *comm;
    int tag;    /* tag of bundles and releases */
    int notice; /* tag of notices */
    MPI_Win win;
    char *memory; /* this rank's shared memory */
    size_t size;  /* bytes of memory, the same on all ranks */

    struct ms_bundle *bundles;
    struct ms_part *parts;
    int *owners; /* owners of parts other than this rank */
    size_t nbundles, nparts, nowners, nself; /* nself: parts owned by this
                                              * rank */

    struct ms_share *shares; /* ordered by leader, with this rank last */
    struct ms_group *groups;
    int64_t *number; /* receive buffers, one number per notice */
    size_t nshares, ngroups;

    struct ms_lanes *lanes; /* the lanes of the pipeline */
    size_t lane;            /* index of the relay's first lane */
    size_t unreleased;      /* owners whose release has not arrived */
    bool used;              /* an exchange has started, so releases will
                             * arrive */
};

/* ---- making and freeing -------------------------------------------------- */

/*
 * Collective. Marks wire messages of `out` for several ranks of a node as
 * shared: their peer becomes the leader, and place[k] the offset of wire
 * message k in the leader's memory. items[i] belongs to piece i. *shared
 * becomes true if any rank has a shared wire message. Rejects options that put
 * ranks on one node although they cannot share memory.
 */
int ms_relay_plan(const struct msgsched_plan *plan, const struct ms_item *items,
                  struct ms_side *out, int64_t *place, bool *shared,
                  struct ms_agree *a);

/* Collective. Makes set->relay, and moves shared wire messages there from
 * set->in. */
int ms_relay_make(struct msgsched_plan *plan, struct ms_set *set,
                  const struct ms_item *items, const int64_t *place,
                  struct ms_agree *a);
/* Collective. Frees a relay that is not in flight. */
void ms_relay_free(struct ms_relay *relay);

/* ---- an exchange; all functions accept a NULL relay ---------------------- */

/* ms_relay_messages() returns the number of messages in the relay's MS_LANES
 * lanes. ms_relay_place() sets up these lanes, starting at lane `lane` and
 * message `message` of the pipeline. */
size_t ms_relay_messages(const struct ms_relay *relay);
void ms_relay_place(struct ms_relay *relay, struct ms_lanes *lanes, size_t lane,
                    size_t message);

/* Posts receives; call it after ms_lanes_reset(). Sets *n to the number of
 * messages of this exchange. ms_relay_completed() handles one completed
 * message. */
int ms_relay_start(struct msgsched_plan *plan, size_t *n);
int ms_relay_completed(struct msgsched_plan *plan, struct ms_completed what);

#endif /* MSGSCHED_RELAY_H */
