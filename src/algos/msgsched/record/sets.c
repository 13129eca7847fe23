/* sets.c: messages into sets, sets into a history.
 *
 * The paper's superstep on one rank: what it sends and receives between two
 * points at which no request is open. Equal sets are kept once, so that memory
 * grows by one number for each superstep that comes again.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sets.h"

#include <stdlib.h>
#include <string.h>

/* From the limit on nothing is kept: the history would have a hole, and
 * messages after a hole would be matched with the wrong ones. */
static bool in_limit(struct sets *s)
{
    size_t bytes = intern_bytes(&s->unique) +
                   s->history_max * sizeof(*s->history) +
                   (s->sends_max + s->receives_max) * sizeof(int64_t);

    if (bytes > s->limit)
        s->limit_reached = true;
    return !s->limit_reached;
}

static bool same(const int64_t *w, const struct envelope *e)
{
    return w[0] == e->peer && w[1] == e->tag && w[2] == (int64_t)e->comm;
}

/* One message more, or one more of the message before. */
static bool add_send(struct sets *s, const struct envelope *e, int64_t bytes)
{
    int64_t *w = s->sends + s->nsends;

    if (s->nsends > 0 && same(w - SEND_WORDS, e) && w[-2] == bytes) {
        w[-1]++;
        return true;
    }
    if (!GROW(s->sends, s->sends_max, s->nsends + SEND_WORDS))
        return false;
    memcpy(s->sends + s->nsends,
           (int64_t[]){e->peer, e->tag, (int64_t)e->comm, bytes, 1},
           SEND_WORDS * sizeof(*w));
    s->nsends += SEND_WORDS;
    return true;
}

void sets_send(struct sets *s, const struct envelope *e, int64_t bytes)
{
    if (in_limit(s) && add_send(s, e, bytes))
        return;
    s->limit_reached = true;
    s->dropped++;
    s->dropped_bytes += bytes;
}

void sets_unsend(struct sets *s, const struct envelope *e, int64_t bytes)
{
    for (size_t i = s->nsends; i > 0; i -= SEND_WORDS) {
        int64_t *w = s->sends + i - SEND_WORDS;

        if (!same(w, e) || w[3] != bytes)
            continue;
        if (--w[4] == 0) {
            memmove(w, w + SEND_WORDS, (s->nsends - i) * sizeof(*w));
            s->nsends -= SEND_WORDS;
        }
        return;
    }
}

void sets_receive(struct sets *s, const struct envelope *e)
{
    if (!in_limit(s) ||
        !GROW(s->receives, s->receives_max, s->nreceives + RECEIVE_WORDS)) {
        s->limit_reached = true;
        return;
    }
    memcpy(s->receives + s->nreceives,
           (int64_t[]){e->peer, e->tag, (int64_t)e->comm, 1},
           RECEIVE_WORDS * sizeof(int64_t));
    s->nreceives += RECEIVE_WORDS;
}

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    for (int i = 0; i < RECEIVE_WORDS - 1; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* The order of completion is not the program's: sort, and count equal ones. */
static void merge_receives(struct sets *s)
{
    int64_t *to = s->receives;
    const size_t bytes = RECEIVE_WORDS * sizeof(*to);

    if (s->nreceives == 0)
        return;
    qsort(s->receives, s->nreceives / RECEIVE_WORDS, bytes, compare);
    for (size_t i = RECEIVE_WORDS; i < s->nreceives; i += RECEIVE_WORDS) {
        if (compare(to, s->receives + i) == 0) {
            to[RECEIVE_WORDS - 1]++;
        } else {
            to += RECEIVE_WORDS;
            memmove(to, s->receives + i, bytes);
        }
    }
    s->nreceives = (size_t)(to - s->receives) + RECEIVE_WORDS;
}

static bool append(struct sets *s, uint32_t what)
{
    if (!GROW(s->history, s->history_max, s->nhistory + 1))
        return false;
    s->history[s->nhistory++] = what;
    return true;
}

/* The set that is over, as a vector: its number, or -1. */
static int64_t intern_set(struct sets *s)
{
    size_t n = 1 + s->nsends + s->nreceives;
    int64_t *w = malloc(n * sizeof(*w)), id;

    if (w == NULL)
        return -1;
    w[0] = (int64_t)(s->nsends / SEND_WORDS);
    if (s->nsends > 0)
        memcpy(w + 1, s->sends, s->nsends * sizeof(*w));
    if (s->nreceives > 0)
        memcpy(w + 1 + s->nsends, s->receives, s->nreceives * sizeof(*w));
    id = intern(&s->unique, w, n);
    free(w);
    return id;
}

/* The messages of the set that is over are not kept. */
static void drop_set(struct sets *s)
{
    s->limit_reached = true;
    for (size_t i = 0; i < s->nsends; i += SEND_WORDS) {
        s->dropped += s->sends[i + 4];
        s->dropped_bytes += s->sends[i + 4] * s->sends[i + 3];
    }
}

void sets_end(struct sets *s)
{
    int64_t id;

    if (s->nsends + s->nreceives == 0)
        return;
    merge_receives(s);
    id = in_limit(s) ? intern_set(s) : -1;
    if (id < 0 || !append(s, (uint32_t)id))
        drop_set(s);
    s->nsends = s->nreceives = 0;
}

void sets_mark(struct sets *s)
{
    if (!in_limit(s) || !append(s, SETS_MARK))
        s->limit_reached = true;
}

void sets_free(struct sets *s)
{
    intern_free(&s->unique);
    free(s->history);
    free(s->sends);
    free(s->receives);
    *s = (struct sets){0};
}
