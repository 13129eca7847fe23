/* bcast.c: choose a way, say so in the slot, and follow it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "distance.h"
#include "handle.h"
#include "line.h"
#include "address.h"
#include "pull.h"
#include "reader.h"
#include "ring.h"
#include "slot.h"

/* Longest message whose lines are asked for before it is known to be there. */
enum { WANT_MAX = 512 };

/* Limits between ranks that are far from each other, and near. */
static const size_t SLOT_FAR = 2 << 10, SLOT_NEAR = SHMBCAST_AUTO_SLOT_MAX;
static const size_t PULL_FAR = 64 << 10;

static size_t longest_in_slot(struct shmbcast_auto *h, size_t nbytes)
{
    if (h->params.slot != SHMBCAST_AUTO_BY_DISTANCE || nbytes <= SB_SHORT_MAX)
        return h->params.slot;
    return sb_distance_near(h) ? SLOT_NEAR : SLOT_FAR;
}

static size_t shortest_pulled(struct shmbcast_auto *h)
{
    if (h->params.pull != SHMBCAST_AUTO_BY_DISTANCE)
        return h->params.pull;
    return sb_distance_near(h) ? h->stream : PULL_FAR;
}

/*
 * The root's choice, by the bytes, by where its buffer is and by how far the
 * others are. It need not be agreed: the slot tells it.
 */
static int send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    struct sb_address address = {0};

    if (h->regions != NULL && st->dense && nbytes > 0 &&
        nbytes >= h->params.direct)
        address = sb_address_of(h, st->at, nbytes);
    if (address.region != 0)
        return sb_pull_send(h, st, nbytes, &address);
    if (nbytes <= longest_in_slot(h, nbytes))
        return sb_slot_send(h, st, nbytes);
    if (st->dense && h->can_pull && nbytes >= shortest_pulled(h)) {
        address.at = (uintptr_t)st->at;
        return sb_pull_send(h, st, nbytes, &address);
    }
    return sb_ring_send(h, st, nbytes);
}

/* Does this rank lead a group that has its messages from here? */
static bool relays(const struct shmbcast_auto *h, int root)
{
    return h->leaders[h->rank] == h->rank && h->leaders[root] != h->rank &&
           !h->alone;
}

static int receive(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                   int root)
{
    int leader = h->leaders[h->rank];
    bool from_root = leader == h->rank || leader == h->leaders[root];
    struct sb_reader r = {
        .st = st,
        .left = nbytes,
        .root = root,
        .source = from_root ? root : leader,
        .relays = relays(h, root),
        .rc = MPI_SUCCESS,
    };
    const struct sb_slot *slot = sb_slot(h, r.source, h->op);
    unsigned code;

    /* If the ranks come at the same time, the message is there when these
     * prefetches arrive; if not, the root takes the lines back, which is cheap
     * as long as they are few. */
    if (nbytes <= WANT_MAX)
        sb_lines_want(sb_slot_bytes(h, r.source, h->op, nbytes), nbytes);
    code = sb_slot_read(h, slot);
    switch (code) {
    case SB_CODE_RING:
        sb_ring_receive(h, &r, slot);
        break;
    case SB_CODE_PULL:
        sb_pull_receive(h, &r, slot);
        break;
    default:
        sb_slot_receive(h, &r, code);
    }
    h->missing = r.sent < nbytes ? nbytes - r.sent : 0;
    return r.rc;
}

/* Test build only: the last byte of every message is wrong, but for gaps. */
static inline void spoil(const struct sb_stream *st, char *data, size_t nbytes)
{
#ifdef SHMBCAST_FAULT
    if (st->dense)
        data[nbytes - 1] ^= 1;
#endif
    (void)st;
    (void)data;
    (void)nbytes;
}

static void call_end(const struct shmbcast_auto *h)
{
    /* release: all that this rank read in the call comes before; pairs with
     * the waits of those who write there again */
    atomic_store_explicit(&h->mine->done, h->op, memory_order_release);
    sb_distance_mark(h);
}

void sb_auto_settle(struct shmbcast_auto *h)
{
    struct sb_stream nothing = {.dense = true};

    if (h->owed < 0)
        return;
    (void)receive(h, &nothing, 0, h->owed);
    h->owed = -1;
    call_end(h);
}

int shmbcast_auto_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                        struct shmbcast_auto *h)
{
    struct sb_stream st;
    size_t nbytes;
    int rc;

    if (h == NULL)
        return MPI_ERR_ARG;
    if (root < 0 || root >= h->size)
        return MPI_ERR_ROOT;
    rc = sb_message(&h->messages, buf, count, type, &st, &nbytes);
    if (rc != MPI_SUCCESS || h->size == 1)
        return rc;
    sb_auto_settle(h);
    h->missing = 0;
    h->op++;
    if (root == h->rank) {
        rc = send(h, &st, nbytes);
    } else if (nbytes > 0) {
        char *data = st.at;

        rc = receive(h, &st, nbytes, root);
        spoil(&st, data, nbytes);
    } else {
        /* Skipped: this rank takes part before its next call, in case the root
         * did send something. A leader takes part now, since others may wait
         * for what it passes on. */
        h->owed = root;
        if (relays(h, root))
            sb_auto_settle(h);
        return MPI_SUCCESS;
    }
    call_end(h);
    return rc;
}
