/* bcast.c: the broadcast call: the root chooses an algorithm, and the other
 * ranks follow. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4 of the paper has one algorithm for all messages. Here the root
 * looks up the algorithm for the message size in a table that was measured when
 * the handle was created (calibrate.c). The message's first cache line, in the
 * slot, names the algorithm, so the tables of the other ranks may differ. They
 * only use them to prefetch before the message arrives; a wrong guess costs
 * nothing but time.
 *
 * The algorithm determines the cost. Messages of up to 56 bytes are in the
 * first line and cost one latency. No call measures anything.
 */
#include "transfer.h"

/* Without calibration: longest message in a slot's own buffer. Longer ones use
 * the buffer that all slots share. */
static const size_t OWN_MOST = 1 << 10;

static enum sb_algorithm by_threshold(const struct shmbcast_auto *h,
                                      size_t nbytes, bool gaps)
{
    if (nbytes <= h->params.slot)
        return nbytes <= OWN_MOST ? SB_SLOT_ASK : SB_BUFFER;
    return !gaps && h->can_pull && nbytes >= h->params.pull ? SB_PULL : SB_RING;
}

static enum sb_algorithm by_size(const struct shmbcast_auto *h, size_t nbytes,
                                 bool gaps)
{
    if (!h->by_table)
        return by_threshold(h, nbytes, gaps);
    if (nbytes <= SB_LINE_BYTES)
        return SB_SLOT;
    return (enum sb_algorithm)(gaps ? h->params.gaps
                                    : h->params.dense)[sb_place(nbytes)];
}

void sb_table_complete(struct shmbcast_auto *h)
{
    unsigned char *tables[] = {h->params.dense, h->params.gaps};

    for (int gaps = 0; gaps < 2; gaps++)
        for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
            unsigned char *at = &tables[gaps][i];

            if (!sb_algorithm_fits((enum sb_algorithm) * at, sb_size_at(i),
                                   h->can_pull && !gaps))
                *at = (unsigned char)by_threshold(h, sb_size_at(i), gaps != 0);
            if (*at == SB_RING_PART && sb_ring_part(h) == 0)
                *at = SB_RING;
        }
}

/* Returns the algorithm for a message, and the location of the root's
 * buffer. */
static enum sb_algorithm choose(const struct shmbcast_auto *h,
                                const struct sb_stream *st, size_t nbytes,
                                struct sb_address *address)
{
    *address = (struct sb_address){.at = (uintptr_t)st->at};
    if (h->regions != NULL && st->dense && nbytes > 0 &&
        nbytes >= h->params.direct) {
        *address = sb_address_of(h, st->at, nbytes);
        if (address->region != 0)
            return nbytes >= h->stream ? SB_DIRECT_PAST : SB_DIRECT;
    }
    return by_size(h, nbytes, !st->dense);
}

static int send_queue(struct shmbcast_auto *h, struct sb_stream *st,
                      uint64_t nbytes)
{
    sb_slot_claim(h, SB_NSLOTS);
    sb_slot_announce(h, SB_CODE_QUEUE, &nbytes, sizeof(nbytes));
    return sb_queue_send(&h->queue, st, nbytes);
}

static void receive_queue(struct shmbcast_auto *h, struct sb_reader *r,
                          const struct sb_slot *slot)
{
    uint64_t nbytes;

    memcpy(&nbytes, slot->line, sizeof(nbytes));
    r->sent = nbytes;
    if (r->relays)
        sb_slot_announce(h, SB_CODE_QUEUE, &nbytes, sizeof(nbytes));
    r->rc = sb_queue_receive(&h->queue, r->st, r->left, r->root);
}

static int send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    struct sb_address address;
    enum sb_algorithm algorithm;

    /* Keep this path short: readers that poll the word before it is written
     * take its line into their caches, and the root has to take it back. */
    if (nbytes <= h->line_most && h->regions == NULL)
        return sb_slot_send(h, st, nbytes, SB_SLOT);
    algorithm = choose(h, st, nbytes, &address);
    switch (algorithm) {
    case SB_SLOT:
    case SB_SLOT_ASK:
    case SB_SLOT_PAST:
    case SB_BUFFER:
    case SB_BUFFER_ASK:
        return sb_slot_send(h, st, nbytes, algorithm);
    case SB_RING_PART:
        return sb_ring_send(h, st, nbytes, sb_ring_part(h), false);
    case SB_QUEUE:
        return send_queue(h, st, nbytes);
    case SB_PULL:
    case SB_PULL_FINE:
    case SB_DIRECT:
    case SB_DIRECT_PAST:
        return sb_pull_send(
            h, st, nbytes, &address,
            (struct sb_cut){.fine = algorithm == SB_PULL_FINE,
                            .past = algorithm == SB_DIRECT_PAST});
    default:
        return sb_ring_send(h, st, nbytes, h->ring, algorithm == SB_RING_PAST);
    }
}

/* Prefetches the message's data. This helps if the root has written them by
 * then. Otherwise the root has to take the lines back. */
static inline void prefetch(const struct shmbcast_auto *h,
                            const struct sb_reader *r, size_t nbytes)
{
    enum sb_algorithm likely = by_size(h, nbytes, !r->st->dense);

    if (likely == SB_SLOT_ASK || likely == SB_BUFFER_ASK)
        sb_lines_want(
            sb_slot_bytes(h, r->source, h->op, nbytes, likely == SB_BUFFER_ASK),
            nbytes);
}

/* True if this rank leads a group that does not contain the root, and so
 * forwards messages. */
static bool relays(const struct shmbcast_auto *h, int root)
{
    return h->leaders[h->rank] == h->rank && h->leaders[root] != h->rank &&
           !h->alone;
}

/* Test build only: corrupts the last byte of a message without gaps. */
static inline void spoil(const struct sb_stream *st, char *data, size_t nbytes)
{
#ifdef SHMBCAST_FAULT
    if (st->dense && nbytes > 0)
        data[nbytes - 1] ^= 1;
#endif
    (void)st;
    (void)data;
    (void)nbytes;
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
    char *data = st->at;
    unsigned code;

    if (nbytes > SB_LINE_BYTES)
        prefetch(h, &r, nbytes);
    code = sb_slot_read(h, slot);
    switch (code) {
    case SB_CODE_RING:
        sb_ring_receive(h, &r, slot);
        break;
    case SB_CODE_PULL:
        sb_pull_receive(h, &r, slot);
        break;
    case SB_CODE_QUEUE:
        receive_queue(h, &r, slot);
        break;
    default:
        sb_slot_receive(h, &r, code);
    }
    h->missing = r.sent < nbytes ? nbytes - r.sent : 0;
    if (code != SB_CODE_QUEUE) /* for QUEUE, ../bcast.c does that */
        spoil(st, data, nbytes);
    return r.rc;
}

void sb_auto_settle(struct shmbcast_auto *h)
{
    struct sb_stream nothing = {.dense = true};

    if (h->owed < 0)
        return;
    (void)receive(h, &nothing, 0, h->owed);
    h->owed = -1;
    sb_call_end(h);
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
    sb_call_begin(h);
    h->missing = 0;
    if (root == h->rank) {
        rc = send(h, &st, nbytes);
    } else if (nbytes > 0) {
        rc = receive(h, &st, nbytes, root);
    } else {
        /* This rank expects no bytes and skips the call. If the root did send a
         * message, this rank catches up before its next call. A leader takes
         * part now, because its group may wait for the message. */
        h->owed = root;
        if (relays(h, root))
            sb_auto_settle(h);
        return MPI_SUCCESS;
    }
    sb_call_end(h);
    return rc;
}
