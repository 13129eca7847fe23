/* match.c: the k-th send of an envelope meets its k-th receive. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

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

/* So many sends or receives of an envelope. */
struct event {
    uint32_t envelope;
    bool send;
    int64_t count;
};

struct matching {
    struct timeline *t;
    struct intern envelopes; /* src, dst, tag, comm */
    struct queue *queues;    /* of each */
    struct event *events;    /* of all sets that differ, */
    size_t nevents, events_max;
    size_t **first;  /* of set i of rank r: [r][i] to [r][i + 1] */
    uint32_t *marks; /* entry of the k-th mark */
    size_t nmarks, marks_max;
};

static bool add_event(struct matching *m, int src, int dst, const int64_t *w,
                      int64_t count, bool send)
{
    int64_t id = intern(&m->envelopes, (int64_t[]){src, dst, w[1], w[2]}, 4);

    if (id < 0 || !GROW(m->events, m->events_max, m->nevents + 1))
        return false;
    m->events[m->nevents++] = (struct event){(uint32_t)id, send, count};
    return true;
}

static bool add_set(struct matching *m, int rank, size_t set)
{
    size_t n, i = 1;
    const int64_t *w = intern_words(&m->t->of[rank].unique, set, &n);
    bool ok = true;

    for (int64_t k = 0; ok && k < w[0]; k++, i += SEND_WORDS)
        ok = add_event(m, rank, (int)w[i], w + i, w[i + 4], true);
    for (; ok && i < n; i += RECEIVE_WORDS)
        ok = add_event(m, (int)w[i], rank, w + i, w[i + 3], false);
    return ok;
}

static bool add_rank(struct matching *m, int rank)
{
    size_t n = m->t->of[rank].unique.n;

    m->first[rank] = calloc(n + 1, sizeof(**m->first));
    if (m->first[rank] == NULL)
        return false;
    for (size_t i = 0; i < n; i++) {
        m->first[rank][i] = m->nevents;
        if (!add_set(m, rank, i))
            return false;
    }
    m->first[rank][n] = m->nevents;
    return true;
}

static bool begin(struct matching *m)
{
    m->first = calloc((size_t)m->t->ranks, sizeof(*m->first));
    if (m->first == NULL)
        return false;
    for (int r = 0; r < m->t->ranks; r++)
        if (!add_rank(m, r))
            return false;
    m->queues = calloc(m->envelopes.n + 1, sizeof(*m->queues));
    return m->queues != NULL;
}

static bool wait_in(struct queue *q, uint32_t entry, const struct event *e,
                    int64_t left)
{
    if (q->head == q->n)
        q->head = q->n = 0;
    if (!GROW(q->items, q->max, q->n + 1))
        return false;
    q->items[q->n++] = (struct waiting){entry, left};
    q->sends = e->send;
    return true;
}

static bool happen(struct matching *m, uint32_t entry, const struct event *e)
{
    struct queue *q = &m->queues[e->envelope];
    int64_t left = e->count;

    while (left > 0 && q->head < q->n && q->sends != e->send) {
        struct waiting *w = &q->items[q->head];
        int64_t met = w->left < left ? w->left : left;

        timeline_join(m->t, w->entry, entry);
        left -= met;
        w->left -= met;
        q->head += w->left == 0;
    }
    return left == 0 || wait_in(q, entry, e, left);
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

/* One entry of each rank after the other, so that little has to wait. */
static bool walk(struct matching *m, size_t *marks_of)
{
    const struct timeline *t = m->t;
    bool more = true;

    for (size_t at = 0; more; at++) {
        more = false;
        for (int r = 0; r < t->ranks; r++) {
            uint32_t entry = (uint32_t)(t->base[r] + at), set;

            if (at >= t->of[r].nhistory)
                continue;
            more = true;
            set = t->of[r].history[at];
            if (set == SETS_MARK) {
                if (!mark(m, entry, marks_of[r]++))
                    return false;
                continue;
            }
            for (size_t i = m->first[r][set]; i < m->first[r][set + 1]; i++)
                if (!happen(m, entry, &m->events[i]))
                    return false;
        }
    }
    return true;
}

static void count_unmatched(const struct matching *m)
{
    for (size_t i = 0; i < m->envelopes.n; i++) {
        const struct queue *q = &m->queues[i];
        int64_t *sum =
            q->sends ? &m->t->unmatched_sends : &m->t->unmatched_receives;

        for (size_t k = q->head; k < q->n; k++)
            *sum += q->items[k].left;
    }
}

static void end(struct matching *m)
{
    for (size_t i = 0; m->queues != NULL && i < m->envelopes.n; i++)
        free(m->queues[i].items);
    for (int r = 0; m->first != NULL && r < m->t->ranks; r++)
        free(m->first[r]);
    free(m->queues);
    free(m->first);
    free(m->events);
    free(m->marks);
    intern_free(&m->envelopes);
}

bool timeline_match(struct timeline *t)
{
    struct matching m = {.t = t};
    size_t *marks_of = calloc((size_t)t->ranks, sizeof(*marks_of));
    bool ok = marks_of != NULL && begin(&m) && walk(&m, marks_of);

    if (ok)
        count_unmatched(&m);
    free(marks_of);
    end(&m);
    return ok;
}
