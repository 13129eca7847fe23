/* bcast.c: a call: the root's way, and the readers'. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../clock.h"
#include "choose.h"
#include "distance.h"
#include "handle.h"
#include "line.h"
#include "look.h"
#include "pull.h"
#include "reader.h"
#include "ring.h"
#include "slot.h"

static int send_by(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                   const struct sb_choice *c)
{
    switch (c->way) {
    case SB_WAY_RING:
        return sb_ring_send(h, st, nbytes, h->ring);
    case SB_WAY_PART:
        return sb_ring_send(h, st, nbytes, sb_ring_part(h));
    case SB_WAY_PULL:
    case SB_WAY_DIRECT:
        return sb_pull_send(h, st, nbytes, &c->address, (struct sb_cut){0});
    case SB_WAY_FINE:
        return sb_pull_send(h, st, nbytes, &c->address,
                            (struct sb_cut){.fine = true});
    case SB_WAY_PAST:
        return sb_pull_send(h, st, nbytes, &c->address,
                            (struct sb_cut){.past = true});
    default:
        return sb_slot_send(h, st, nbytes);
    }
}

static int send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    struct sb_quick *q;
    struct sb_choice c;
    int rc;

    h->flags = 0;
    h->way = SB_WAY_SLOT;
    if (nbytes <= SB_LINE_BYTES && nbytes <= h->params.slot &&
        h->regions == NULL)
        return sb_slot_send(h, st, nbytes);
    q = &h->quick[SB_PLAIN][sb_message_class(nbytes)];
    if (sb_chosen_slot(h, st, q)) {
        rc = sb_slot_send(h, st, nbytes);
        if (q->left == 0)
            sb_choose_ahead(h, st, nbytes);
        return rc;
    }
    c = sb_choose(h, st, nbytes);
    h->way = c.way;
    rc = send_by(h, st, nbytes, &c);
    if (c.row != NULL)
        sb_look_end(h, c.row, c.way, c.begin);
    sb_choose_ahead(h, st, nbytes);
    return rc;
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
    uint64_t arrived = 0;
    unsigned code;
    bool late;

    /* If the ranks come at the same time, the message is there when these
     * prefetches arrive; if not, the root has to take the lines back. */
    if (nbytes > SB_LINE_BYTES && sb_asked(h, root, nbytes))
        sb_lines_want(sb_slot_bytes(h, r.source, h->op, nbytes), nbytes);
    code = sb_slot_read(h, slot, &late);
    h->flags = code & (SB_LOOK | SB_ASK);
    if (late && (h->flags & SB_LOOK) != 0)
        arrived = sb_now_ns();
    code %= SB_CODES;
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
    if ((h->flags & SB_LOOK) != 0)
        sb_look_tell(h, root, arrived);
    if (nbytes > SB_LINE_BYTES)
        sb_asks_set(h, root, nbytes);
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
