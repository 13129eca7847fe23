/* sets.c: collects messages in sets, and sets in a history.
 *
 * A set is the paper's superstep on one rank: the messages sent and received
 * between two moments at which no request is open. Equal sets are stored once,
 * so a repeated superstep costs only one number.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sets.h"

#include <string.h>

/* True if memory is below the limit. After that nothing more is stored, because
 * later messages would be matched wrongly after a gap in the history. */
static bool in_limit(struct sets *s)
{
    size_t bytes = intern_bytes(&s->unique) +
                   s->history_max * sizeof(*s->history) +
                   (s->sends.max + s->receives.max) * sizeof(int64_t);

    if (bytes > s->limit)
        s->limit_reached = true;
    return !s->limit_reached;
}

void sets_send(struct sets *s, const struct envelope *e, int64_t bytes)
{
    const int64_t row[] = {e->peer, e->tag, (int64_t)e->comm, bytes, 1};

    if (in_limit(s) && words_count(&s->sends, row, SEND_WORDS))
        return;
    s->limit_reached = true;
    amount_add(&s->dropped, 1, bytes);
}

void sets_unsend(struct sets *s, const struct envelope *e, int64_t bytes)
{
    const int64_t row[] = {e->peer, e->tag, (int64_t)e->comm, bytes};

    for (size_t i = s->sends.n; i > 0; i -= SEND_WORDS) {
        int64_t *w = s->sends.w + i - SEND_WORDS;

        if (memcmp(w, row, sizeof(row)) != 0)
            continue;
        if (--w[4] == 0) {
            memmove(w, w + SEND_WORDS, (s->sends.n - i) * sizeof(*w));
            s->sends.n -= SEND_WORDS;
        }
        return;
    }
}

void sets_receive(struct sets *s, const struct envelope *e)
{
    const int64_t row[] = {e->peer, e->tag, (int64_t)e->comm, 1};

    if (!in_limit(s) || !words_add(&s->receives, row, RECEIVE_WORDS))
        s->limit_reached = true;
}

static int compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    for (int i = 0; i < RECEIVE_WORDS - 1; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Sorts the receives, because their order may vary, and merges equal ones. */
static void merge_receives(struct words *r)
{
    const size_t n = r->n;

    if (n > 0)
        qsort(r->w, n / RECEIVE_WORDS, RECEIVE_WORDS * sizeof(*r->w), compare);
    r->n = 0;
    for (size_t i = 0; i < n; i += RECEIVE_WORDS)
        words_count(r, r->w + i, RECEIVE_WORDS);
}

static bool append(struct sets *s, uint32_t what)
{
    if (!in_limit(s) || !GROW(s->history, s->history_max, s->nhistory + 1)) {
        s->limit_reached = true;
        return false;
    }
    s->history[s->nhistory++] = what;
    return true;
}

/* Stores the set that has just ended. */
static bool keep(struct sets *s)
{
    const int64_t nsends = (int64_t)(s->sends.n / SEND_WORDS);
    struct words set = {0};
    int64_t id = -1;

    if (words_add(&set, &nsends, 1) &&
        words_add(&set, s->sends.w, s->sends.n) &&
        words_add(&set, s->receives.w, s->receives.n))
        id = intern(&s->unique, set.w, set.n);
    free(set.w);
    return id >= 0 && append(s, (uint32_t)id);
}

void sets_end(struct sets *s)
{
    if (s->sends.n + s->receives.n == 0)
        return;
    merge_receives(&s->receives);
    if (!keep(s)) {
        s->limit_reached = true;
        for (const int64_t *w = s->sends.w; w < s->sends.w + s->sends.n;
             w += SEND_WORDS)
            amount_add(&s->dropped, w[4], w[4] * w[3]);
    }
    s->sends.n = s->receives.n = 0;
}

void sets_mark(struct sets *s)
{
    append(s, SETS_MARK);
}

void sets_free(struct sets *s)
{
    intern_free(&s->unique);
    free(s->history);
    free(s->sends.w);
    free(s->receives.w);
    *s = (struct sets){0};
}
