/* sums.c: totals of all calls with the same key, on one or several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double spread_least = 1e-9;
enum { PER_DOUBLE = 4 };

struct row *sums_row(struct sums *s, const struct key *key)
{
    const size_t before = s->keys.n;
    int64_t words[KEY_WORDS], at;

    memcpy(words, key, sizeof(words));
    if (!GROW(s->v, s->max, before + 1))
        return NULL;
    at = intern(&s->keys, words, KEY_WORDS);
    if (at < 0)
        return NULL;
    if (s->keys.n > before) {
        memset(&s->v[at], 0, sizeof(s->v[at]));
        s->v[at].key = *key;
        s->v[at].root = ROOT_NONE;
    }
    s->n = s->keys.n;
    return &s->v[at];
}

void row_root(struct row *to, int64_t root, bool first)
{
    to->root = first || to->root == root ? root : ROOT_CHANGES;
}

void row_add(struct row *to, const struct row *from)
{
    if (from->calls > 0)
        row_root(to, from->root, to->calls == 0);
    to->calls += from->calls;
    to->groups += from->groups;
    to->seconds += from->seconds;
    to->moved += from->moved;
    to->waiting += from->waiting;
    to->spread_most = fmax(to->spread_most, from->spread_most);
    for (int i = 0; i < SPREADS; i++)
        to->spread[i] += from->spread[i];
}

void row_spread(struct row *r, double seconds)
{
    double class =
        PER_DOUBLE * log2(fmax(seconds, spread_least) / spread_least);

    r->spread[class < SPREADS ? (size_t) class : SPREADS - 1]++;
    r->spread_most = fmax(r->spread_most, seconds);
}

double row_quantile(const struct row *r, double share)
{
    uint64_t all = 0, below = 0;
    int i = 0;

    for (int k = 0; k < SPREADS; k++)
        all += r->spread[k];
    if (all == 0)
        return NAN;
    while (i < SPREADS - 1 &&
           (double)(below + r->spread[i]) < share * (double)all)
        below += r->spread[i++];
    return fmin(spread_least * exp2((i + 0.5) / PER_DOUBLE), r->spread_most);
}

double sums_seconds(const struct sums *s)
{
    double seconds = 0;

    for (size_t i = 0; i < s->n; i++)
        seconds += s->v[i].seconds;
    return seconds;
}

static int by_seconds(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (x->seconds != y->seconds)
        return x->seconds > y->seconds ? -1 : 1;
    return memcmp(&x->key, &y->key, sizeof(x->key));
}

void sums_by_seconds(struct sums *s)
{
    if (s->n > 0)
        qsort(s->v, s->n, sizeof(*s->v), by_seconds);
}

void sums_free(struct sums *s)
{
    intern_free(&s->keys);
    free(s->v);
    *s = (struct sums){0};
}
