/* join.c: steps of one level become supersteps, equal ones are counted. Linear
 * in the messages of all sets, as their matching is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

#include <stdlib.h>
#include <string.h>

struct joining {
    const struct sets *of;
    const int *node;
    struct joined *out;
    struct timeline t;
    size_t *first;      /* by_level of each level, and the end */
    uint32_t *by_level; /* entries, by level, then rank, then time */
    int *rank_of;       /* of each in by_level */
    int64_t *words;     /* of the superstep at hand */
    size_t nwords, words_max;
};

static bool sort_by_level(struct joining *j)
{
    const struct timeline *t = &j->t;
    size_t n = t->base[t->ranks], *to;

    j->first = calloc((size_t)t->levels + 2, sizeof(*j->first));
    j->by_level = calloc(n + 1, sizeof(*j->by_level));
    j->rank_of = calloc(n + 1, sizeof(*j->rank_of));
    if (j->first == NULL || j->by_level == NULL || j->rank_of == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        j->first[t->level[i] + 2]++;
    for (uint32_t l = 1; l <= t->levels; l++)
        j->first[l + 1] += j->first[l];
    to = j->first + 1; /* where the next of a level goes; in the end its end */
    for (int r = 0; r < t->ranks; r++)
        for (size_t i = t->base[r]; i < t->base[r + 1]; i++) {
            j->rank_of[to[t->level[i]]] = r;
            j->by_level[to[t->level[i]]++] = (uint32_t)i;
        }
    return true;
}

/* A message, or more of the one before. */
static bool add_message(struct joining *j, const int64_t message[MESSAGE_WORDS])
{
    const size_t bytes = MESSAGE_WORDS * sizeof(*message);

    if (j->nwords > 0) {
        int64_t *before = j->words + j->nwords - MESSAGE_WORDS;

        if (memcmp(before, message, bytes - sizeof(*message)) == 0) {
            before[MESSAGE_WORDS - 1] += message[MESSAGE_WORDS - 1];
            return true;
        }
    }
    if (!GROW(j->words, j->words_max, j->nwords + MESSAGE_WORDS))
        return false;
    memcpy(j->words + j->nwords, message, bytes);
    j->nwords += MESSAGE_WORDS;
    return true;
}

static bool add_messages(struct joining *j, int rank, size_t set)
{
    size_t n;
    const int64_t *w = intern_words(&j->of[rank].unique, set, &n);

    for (int64_t k = w[0]; k > 0; k--, w += SEND_WORDS) {
        const int64_t *send = w + 1;

        if (j->node != NULL && j->node[rank] == j->node[send[0]]) {
            j->out->inside += send[4];
            j->out->inside_bytes += send[4] * send[3];
        } else if (!add_message(j,
                                (int64_t[MESSAGE_WORDS]){rank, send[0], send[1],
                                                         send[3], send[4]})) {
            return false;
        }
    }
    return true;
}

static bool add_level(struct joining *j, uint32_t level)
{
    struct joined *out = j->out;
    const size_t known = out->supersteps.n;
    int64_t id;

    j->nwords = 0;
    for (size_t i = j->first[level]; i < j->first[level + 1]; i++) {
        int r = j->rank_of[i];
        uint32_t set = j->of[r].history[j->by_level[i] - j->t.base[r]];

        if (set != SETS_MARK && !add_messages(j, r, set))
            return false;
    }
    if (j->nwords == 0)
        return true;
    id = intern(&out->supersteps, j->words, j->nwords);
    if (id < 0 || !GROW(out->repeat, out->repeat_max, out->supersteps.n))
        return false;
    if (out->supersteps.n > known)
        out->repeat[id] = 0;
    out->repeat[id]++;
    return true;
}

bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out)
{
    struct joining j = {.of = of, .node = node, .out = out};
    bool ok;

    *out = (struct joined){0};
    ok = timeline_init(&j.t, of, ranks) && sort_by_level(&j);
    for (uint32_t l = 0; ok && l < j.t.levels; l++)
        ok = add_level(&j, l);
    out->unmatched_sends = j.t.unmatched_sends;
    out->unmatched_receives = j.t.unmatched_receives;
    timeline_fini(&j.t);
    free(j.first);
    free(j.by_level);
    free(j.rank_of);
    free(j.words);
    return ok;
}

void joined_free(struct joined *j)
{
    intern_free(&j->supersteps);
    free(j->repeat);
}
