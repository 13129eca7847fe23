/* match.c: the k-th send of an envelope meets its k-th receive.
 *
 * Entries of all ranks are walked side by side, one of each after the other, so
 * that little has to wait in the queues of the envelopes. What meets is joined,
 * and so are the k-th marks of all ranks. Linear in the messages of all sets.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

/* Messages of one envelope that have met nothing yet: all of them sends, or all
 * of them receives. */
struct queue {
    struct waiting {
        uint32_t entry;
        int64_t left;
    } * items;
    size_t head, n, max; /* head..n-1 wait */
    bool sends;
};

struct matching {
    struct timeline *t;
    struct intern envelopes; /* src, dst, tag, comm */
    struct queue *queues;    /* of each */
    size_t nqueues, queues_max;
    size_t *marks_of; /* of each rank, so far */
    uint32_t *marks;  /* entry of the k-th mark */
    size_t nmarks, marks_max;
};

static struct queue *queue_of(struct matching *m, const int64_t envelope[4])
{
    int64_t id = intern(&m->envelopes, envelope, 4);

    if (id < 0 || !GROW(m->queues, m->queues_max, m->envelopes.n))
        return NULL;
    while (m->nqueues < m->envelopes.n)
        m->queues[m->nqueues++] = (struct queue){0};
    return &m->queues[id];
}

static bool wait_in(struct queue *q, uint32_t entry, bool send, int64_t left)
{
    if (q->head == q->n)
        q->head = q->n = 0;
    if (!GROW(q->items, q->max, q->n + 1))
        return false;
    q->items[q->n++] = (struct waiting){entry, left};
    q->sends = send;
    return true;
}

/* So many sends or receives of an envelope, whose tag and communicator are in
 * w.
 */
static bool happen(struct matching *m, uint32_t entry, int src, int dst,
                   const int64_t *w, int64_t count, bool send)
{
    struct queue *q = queue_of(m, (int64_t[]){src, dst, w[1], w[2]});

    while (q != NULL && count > 0 && q->head < q->n && q->sends != send) {
        struct waiting *first = &q->items[q->head];
        int64_t met = first->left < count ? first->left : count;

        timeline_join(m->t, first->entry, entry);
        count -= met;
        first->left -= met;
        q->head += first->left == 0;
    }
    return q != NULL && (count == 0 || wait_in(q, entry, send, count));
}

static bool happen_all(struct matching *m, uint32_t entry, int rank, size_t set)
{
    size_t n, i = 1;
    const int64_t *w = intern_words(&m->t->of[rank].unique, set, &n);
    bool ok = true;

    for (int64_t k = 0; ok && k < w[0]; k++, i += SEND_WORDS)
        ok = happen(m, entry, rank, (int)w[i], w + i, w[i + 4], true);
    for (; ok && i < n; i += RECEIVE_WORDS)
        ok = happen(m, entry, (int)w[i], rank, w + i, w[i + 3], false);
    return ok;
}

static bool mark(struct matching *m, uint32_t entry, size_t k)
{
    if (k < m->nmarks) {
        timeline_join(m->t, m->marks[k], entry);
        return true;
    }
    if (!GROW(m->marks, m->marks_max, m->nmarks + 1))
        return false;
    m->marks[m->nmarks++] = entry;
    return true;
}

static bool walk(struct matching *m)
{
    const struct timeline *t = m->t;
    bool more = true, ok = true;

    for (size_t at = 0; more; at++) {
        more = false;
        for (int r = 0; ok && r < t->ranks; r++) {
            uint32_t entry = (uint32_t)(t->base[r] + at);
            uint32_t set = at < t->of[r].nhistory ? t->of[r].history[at] : 0;

            if (at >= t->of[r].nhistory)
                continue;
            more = true;
            ok = set == SETS_MARK ? mark(m, entry, m->marks_of[r]++)
                                  : happen_all(m, entry, r, set);
        }
    }
    return ok;
}

static void count_unmatched(const struct matching *m)
{
    for (size_t i = 0; i < m->nqueues; i++) {
        const struct queue *q = &m->queues[i];
        int64_t *sum =
            q->sends ? &m->t->unmatched_sends : &m->t->unmatched_receives;

        for (size_t k = q->head; k < q->n; k++)
            *sum += q->items[k].left;
    }
}

bool timeline_match(struct timeline *t)
{
    struct matching m = {
        .t = t, .marks_of = calloc((size_t)t->ranks, sizeof(*m.marks_of))};
    bool ok = m.marks_of != NULL && walk(&m);

    if (ok)
        count_unmatched(&m);
    for (size_t i = 0; i < m.nqueues; i++)
        free(m.queues[i].items);
    free(m.queues);
    free(m.marks_of);
    free(m.marks);
    intern_free(&m.envelopes);
    return ok;
}
