/* match.c: notifies receivers of messages, and matches these to receives.
 *
 * When the set is made, each sender sends each receiver one notice of how the
 * messages are cut. So wire messages need no headers, and each receive has the
 * exact size. MPI messages do not overtake each other, so the k-th message from
 * a source with a tag matches the k-th receive. Sorting takes n log n.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "algos/type.h"
#include "plan.h"

/* ---- notices ------------------------------------------------------------ */

static void notices_fill(const struct ms_side *out, const struct ms_item *items,
                         const struct msgsched_message *sends,
                         const int64_t *place, struct ms_notice *notices,
                         int *to)
{
    for (size_t k = 0; k < out->nwires; k++) {
        const struct ms_wire *w = &out->wires[k];
        size_t end = w->first + w->n;
        int64_t at = w->shared ? place[k] : 0;

        for (size_t i = w->first; i < end; i++) {
            *to++ = items[i].dst;
            *notices++ = (struct ms_notice){
                .bytes = items[i].bytes,
                .at = at,
                .tag = sends[items[i].seq].tag,
                .last = i + 1 == end || items[i + 1].dst != items[i].dst,
                .packed = w->packed,
                .shared = w->shared,
            };
            at += items[i].bytes;
        }
    }
}

int ms_notify(const struct msgsched_plan *p, const struct ms_side *out,
              const struct ms_item *items, const struct msgsched_message *sends,
              const int64_t *place, struct ms_inbox *in, struct ms_agree *a)
{
    struct ms_notice *notices = ms_alloc(a, out->npieces, sizeof(*notices));
    int *to = ms_alloc(a, out->npieces, sizeof(*to)), rc;
    struct ms_outbox outbox = {.records = notices,
                               .to = to,
                               .n = out->npieces,
                               .size = sizeof(*notices)};

    if (notices != NULL && to != NULL)
        notices_fill(out, items, sends, place, notices, to);
    rc = ms_mailbox_exchange(p, &outbox, in, a);
    free(notices);
    free(to);
    return rc;
}

/* ---- receives ----------------------------------------------------------- */

/* One end of a message, its send or its receive. Sends and receives are sorted
 * in the same order and then matched. */
struct end {
    int peer, tag;
    size_t place; /* index of the notice, or of the receive in the caller's
                   * list */
};

static int compare(const struct end *a, const struct end *b)
{
    int c = ms_order(a->peer, b->peer);

    return c != 0 ? c : ms_order(a->tag, b->tag);
}

static int in_order(const void *a, const void *b, void *arg)
{
    const struct end *x = a, *y = b;
    int c = compare(x, y);

    (void)arg;
    return c != 0 ? c : ms_order((int64_t)x->place, (int64_t)y->place);
}

static size_t sent_ends(const struct ms_inbox *in, struct end *ends)
{
    const struct ms_notice *notices = in->records;
    size_t n = 0;

    for (size_t s = 0; s < in->nsources; s++) {
        const struct ms_source *from = &in->sources[s];

        for (size_t i = from->first; i < from->first + from->n; i++)
            ends[n++] = (struct end){
                .peer = from->rank, .tag = notices[i].tag, .place = i};
    }
    ms_sort(ends, n, sizeof(*ends), in_order, NULL);
    return n;
}

static size_t recv_ends(const struct msgsched_message *recvs, int count,
                        struct end *ends)
{
    size_t n = 0;

    for (int i = 0; i < count; i++)
        if (recvs[i].peer != MPI_PROC_NULL)
            ends[n++] = (struct end){
                .peer = recvs[i].peer, .tag = recvs[i].tag, .place = (size_t)i};
    ms_sort(ends, n, sizeof(*ends), in_order, NULL);
    return n;
}

static bool fits(const struct msgsched_message *m, int64_t bytes)
{
    MPI_Count size = 0;

    AS_COUNT(MPI_Type_size)(m->type, &size);
    return size * m->count >= bytes;
}

static void meet(const struct ms_notice *notices, const struct end *sent,
                 size_t nsent, const struct end *ends, size_t nends,
                 const struct msgsched_message *recvs, int *receive,
                 struct ms_agree *a)
{
    size_t i = 0, k = 0;

    while ((i < nsent || k < nends) && ms_well(a)) {
        int c = i == nsent ? 1 : k == nends ? -1 : compare(&sent[i], &ends[k]);

        if (c < 0)
            ms_refuse(a, MS_NO_RECEIVE, sent[i].peer, sent[i].tag);
        else if (c > 0)
            ms_refuse(a, MS_NO_MESSAGE, ends[k].peer, ends[k].tag);
        else if (!fits(&recvs[ends[k].place], notices[sent[i].place].bytes))
            ms_refuse(a, MS_SHORT, ends[k].peer, ends[k].tag);
        else
            receive[sent[i++].place] = (int)ends[k++].place;
    }
}

void ms_match(const struct ms_inbox *in, const struct ms_lists *lists,
              int *receive, struct ms_agree *a)
{
    struct end *sent = ms_alloc(a, in->nrecords, sizeof(*sent));
    struct end *ends = ms_alloc(a, (size_t)lists->nrecv, sizeof(*ends));

    if (sent != NULL && ends != NULL) {
        size_t nsent = sent_ends(in, sent);
        size_t nends = recv_ends(lists->recvs, lists->nrecv, ends);

        meet(in->records, sent, nsent, ends, nends, lists->recvs, receive, a);
    }
    free(sent);
    free(ends);
}
