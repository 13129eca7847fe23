/* bcast.c: choose a way, say so in the slot, and follow it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "handle.h"
#include "line.h"
#include "place.h"
#include "pull.h"
#include "reader.h"
#include "ring.h"
#include "slot.h"

/* Longest message whose lines are asked for before it is known to be there. */
enum { WANT_MAX = 512 };

/*
 * The root's choice, by the bytes and by where its buffer is. It need not be
 * agreed: the slot tells it.
 */
static int send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    const struct shmbcast_auto_params *p = &h->params;

    if (nbytes <= p->slot)
        return sb_slot_send(h, st, nbytes);
    if (st->dense && nbytes >= (p->direct < p->pull ? p->direct : p->pull)) {
        struct sb_place place = sb_place_of(h, st->at, nbytes);

        if (place.region != 0 ? nbytes >= p->direct
                              : nbytes >= p->pull && h->can_pull)
            return sb_pull_send(h, st, nbytes, &place);
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

    /* In a program whose ranks come at the same time the message is there when
     * this arrives; if not, the root takes the lines back, which is cheap as
     * long as they are few. */
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
    h->op++;
    if (root == h->rank) {
        rc = send(h, &st, nbytes);
    } else if (nbytes > 0) {
        char *data = st.at;

        rc = receive(h, &st, nbytes, root);
        spoil(&st, data, nbytes);
    } else {
        /* nothing to wait for now: before the next call, in case the root did
         * send something; but others may wait for what a leader passes on */
        h->owed = root;
        if (relays(h, root))
            sb_auto_settle(h);
        return MPI_SUCCESS;
    }
    call_end(h);
    return rc;
}
