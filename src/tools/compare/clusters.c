/* clusters.c: what of a state's runs counts as one observation: a block of
 * runs, or all of those of one stay. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/clusters.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

/* Where a block is of more than one stay. */
#define SEVERAL (STAY_NONE - 1)

static void count_blocks(struct clusters *c, const struct runs_states *s)
{
    for (size_t k = 0; k < s->sets; k++) {
        size_t n = runs_blocks(s->set[k]);

        c->behind[k] = s->shared ? 0 : c->n;
        c->n = s->shared ? (n > c->n ? n : c->n) : c->n + n;
    }
    c->stay = xcalloc(c->n + 1, sizeof(*c->stay));
    c->of = xcalloc(c->n + 1, sizeof(*c->of));
    for (size_t b = 0; b < c->n; b++)
        c->stay[b] = STAY_NONE;
}

/* The block of a stretch of that set. */
static size_t block_of(const struct clusters *c, const struct runs_states *s,
                       size_t set, size_t at)
{
    return c->behind[set] + s->set[set]->v[s->piece[at].run].block;
}

/* What a block has of a stay. */
struct part {
    size_t block, stay;
    double rounds;
};

static int by_block_and_stay(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->stay > y->stay) - (x->stay < y->stay);
}

/* Of each stretch that is in a state, in the order of blocks and stays;
 * malloced. */
static struct part *parts_of(const struct clusters *c,
                             const struct runs_states *s, size_t *n)
{
    struct part *v = xcalloc(s->nstretches + 1, sizeof(*v));

    *n = 0;
    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++)
            if (s->found.of[at] >= 0)
                v[(*n)++] =
                    (struct part){block_of(c, s, k, at), s->found.stay[at],
                                  s->piece[at].rounds};
    qsort(v, *n, sizeof(*v), by_block_and_stay);
    return v;
}

/* Of all states: a block is of the stay that has more than half of its rounds,
 * if one has. Were a block of two stays a cluster of its own, it would share
 * what a stay does to a side with the clusters before and behind it. */
static void find_main_stays(struct clusters *c, const struct runs_states *s)
{
    double *all = xcalloc(c->n + 1, sizeof(*all)), own = 0;
    size_t n;
    struct part *v = parts_of(c, s, &n);

    for (size_t i = 0; i < n; i++) {
        all[v[i].block] += v[i].rounds;
        c->stay[v[i].block] = SEVERAL;
    }
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && by_block_and_stay(&v[i - 1], &v[i]) == 0;

        own = (same ? own : 0) + v[i].rounds;
        if (own > all[v[i].block] / 2)
            c->stay[v[i].block] = v[i].stay;
    }
    free(all);
    free(v);
}

static void find_stays(struct clusters *c, const struct runs_states *s,
                       size_t state)
{
    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t *stay = &c->stay[block_of(c, s, k, at)];

            if (s->found.of[at] != (int)state)
                continue;
            if (*stay == STAY_NONE)
                *stay = s->found.stay[at];
            else if (*stay != s->found.stay[at])
                *stay = SEVERAL;
        }
}

/* A run that saw the end of a stay and the beginning of the next one shares
 * these with other runs. */
static bool are_apart(const struct clusters *c, const struct runs_states *s,
                      size_t state)
{
    size_t *in = xcalloc(s->nstretches + 1, sizeof(*in)); /* from 1 */
    bool apart = true;

    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t cluster = c->of[block_of(c, s, k, at)] + 1;
            size_t stay = s->found.stay[at];

            if (!runs_states_in(s, at, state) || stay == STAY_NONE)
                continue;
            apart &= in[stay] == 0 || in[stay] == cluster;
            in[stay] = cluster;
        }
    free(in);
    return apart;
}

void clusters_init(struct clusters *c, const struct runs_states *s,
                   size_t state, bool stays)
{
    size_t *of_stay = xcalloc(s->nstretches + 1, sizeof(*of_stay)), n = 0;

    *c = (struct clusters){0};
    count_blocks(c, s);
    if (state == STATES_LEVELLED)
        find_main_stays(c, s);
    else
        find_stays(c, s, state);
    for (size_t b = 0; b < c->n; b++) {
        size_t stay = c->stay[b];

        if (stay == STAY_NONE)
            continue;
        if (stay == SEVERAL || !stays) {
            c->of[b] = n++;
            continue;
        }
        if (of_stay[stay] == 0)
            of_stay[stay] = ++n; /* from 1 */
        c->of[b] = of_stay[stay] - 1;
    }
    free(of_stay);
    c->apart = stays && are_apart(c, s, state);
}

void clusters_fini(struct clusters *c)
{
    free(c->stay);
    free(c->of);
}
