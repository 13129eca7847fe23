/* clusters.c: what of a state's rounds counts as one observation: those of a
 * block of runs, or all of those of one stay. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/clusters.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

/* Of more than one stay. */
#define SEVERAL (STAY_NONE - 1)

/* ---- numbers ------------------------------------------------------------- */

/* Runs of all sets, one behind the other, and their blocks, by their numbers;
 * blocks of another set come behind, where they are others. */
struct numbers {
    size_t runs, blocks;
    size_t run_behind[2], block_behind[2]; /* set -> number of its first one */
};

static void numbers_init(struct numbers *of, const struct runs_states *s)
{
    *of = (struct numbers){0};
    for (size_t k = 0; k < s->sets; k++) {
        size_t n = runs_blocks(s->set[k]);

        of->run_behind[k] = of->runs;
        of->runs += s->set[k]->n;
        of->block_behind[k] = s->shared ? 0 : of->blocks;
        of->blocks =
            s->shared ? (n > of->blocks ? n : of->blocks) : of->blocks + n;
    }
}

/* The run, and the block, of a stretch of that set. */
static size_t run_of(const struct numbers *of, const struct runs_states *s,
                     size_t set, size_t at)
{
    return of->run_behind[set] + s->piece[at].run;
}

static size_t block_of(const struct numbers *of, const struct runs_states *s,
                       size_t set, size_t at)
{
    return of->block_behind[set] + s->set[set]->v[s->piece[at].run].block;
}

/* Clusters are numbered as they are met; `number` has them from 1. */
static size_t cluster_of(struct clusters *c, size_t *number)
{
    if (*number == 0)
        *number = ++c->n;
    return *number - 1;
}

/* ---- one state ----------------------------------------------------------- */

/* Block -> the stay that all its stretches in the state are of, or SEVERAL;
 * malloced. */
static size_t *stays_of_blocks(const struct numbers *of,
                               const struct runs_states *s, size_t state)
{
    size_t *stays = xcalloc(of->blocks + 1, sizeof(*stays));

    for (size_t b = 0; b < of->blocks; b++)
        stays[b] = STAY_NONE;
    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t *stay = &stays[block_of(of, s, k, at)];

            if (s->found.of[at] != (int)state)
                continue;
            if (*stay == STAY_NONE)
                *stay = s->found.stay[at];
            else if (*stay != s->found.stay[at])
                *stay = SEVERAL;
        }
    return stays;
}

static void cluster_state(struct clusters *c, const struct numbers *of,
                          const struct runs_states *s, size_t state, bool stays)
{
    size_t *of_stay = xcalloc(s->nstretches + 1, sizeof(*of_stay));
    size_t *of_block = xcalloc(of->blocks + 1, sizeof(*of_block));
    size_t *stay = stays_of_blocks(of, s, state);

    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t block = block_of(of, s, k, at);

            if (s->found.of[at] == (int)state)
                c->of[at] = cluster_of(c, stays && stay[block] != SEVERAL
                                              ? &of_stay[stay[block]]
                                              : &of_block[block]);
        }
    free(stay);
    free(of_block);
    free(of_stay);
}

/* ---- all states ---------------------------------------------------------- */

/* What a run has of a stay. */
struct part {
    size_t run, stay;
    double rounds;
};

static int by_run_and_stay(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    if (x->run != y->run)
        return x->run < y->run ? -1 : 1;
    return (x->stay > y->stay) - (x->stay < y->stay);
}

/* Of each stretch that is in a state, in the order of runs and stays;
 * malloced. */
static struct part *parts_of(const struct numbers *of,
                             const struct runs_states *s, size_t *n)
{
    struct part *v = xcalloc(s->nstretches + 1, sizeof(*v));

    *n = 0;
    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++)
            if (s->found.of[at] >= 0)
                v[(*n)++] =
                    (struct part){run_of(of, s, k, at), s->found.stay[at],
                                  s->piece[at].rounds};
    qsort(v, *n, sizeof(*v), by_run_and_stay);
    return v;
}

/* Run -> the stay that has more than half of its rounds, or SEVERAL;
 * malloced. */
static size_t *main_stays(const struct numbers *of, const struct runs_states *s)
{
    size_t *stay = xcalloc(of->runs + 1, sizeof(*stay)), n;
    double *all = xcalloc(of->runs + 1, sizeof(*all)), own = 0;
    struct part *v = parts_of(of, s, &n);

    for (size_t i = 0; i < of->runs; i++)
        stay[i] = SEVERAL;
    for (size_t i = 0; i < n; i++)
        all[v[i].run] += v[i].rounds;
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && by_run_and_stay(&v[i - 1], &v[i]) == 0;

        own = (same ? own : 0) + v[i].rounds;
        if (own > all[v[i].run] / 2)
            stay[v[i].run] = v[i].stay;
    }
    free(all);
    free(v);
    return stay;
}

/* Stay -> is it the main one of a run of each set? malloced. */
static bool *long_stays(const struct numbers *of, const struct runs_states *s,
                        const size_t *main_stay)
{
    bool *is_long = xcalloc(s->nstretches + 1, sizeof(*is_long));
    bool *first = xcalloc(s->nstretches + 1, sizeof(*first));

    for (size_t i = 0; i < of->runs; i++) {
        bool last_set = i >= of->run_behind[s->sets - 1];

        if (main_stay[i] == SEVERAL)
            continue;
        if (s->sets > 1 && !last_set)
            first[main_stay[i]] = true;
        else
            is_long[main_stay[i]] = s->sets == 1 || first[main_stay[i]];
    }
    free(first);
    return is_long;
}

/*
 * What a stay does to a side is in all rounds of the side there: so where stays
 * are longer than runs, each is a cluster, and has the rounds of all runs. A
 * run's rounds in a stay that is not long are then left out, since they are
 * few. Where stays are shorter, runs that saw several are clusters, by their
 * blocks.
 */
static void cluster_all(struct clusters *c, const struct numbers *of,
                        const struct runs_states *s, bool stays)
{
    size_t *of_stay = xcalloc(s->nstretches + 1, sizeof(*of_stay));
    size_t *of_block = xcalloc(of->blocks + 1, sizeof(*of_block));
    size_t *main_stay = main_stays(of, s);
    bool *is_long = long_stays(of, s, main_stay);

    for (size_t k = 0; k < s->sets; k++)
        for (size_t at = runs_states_begin(s, k); at < runs_states_end(s, k);
             at++) {
            size_t own = main_stay[run_of(of, s, k, at)];

            if (s->found.of[at] < 0)
                continue;
            if (!stays || own == SEVERAL || !is_long[own])
                c->of[at] = cluster_of(c, &of_block[block_of(of, s, k, at)]);
            else if (is_long[s->found.stay[at]])
                c->of[at] = cluster_of(c, &of_stay[s->found.stay[at]]);
        }
    free(is_long);
    free(main_stay);
    free(of_block);
    free(of_stay);
}

/* ---- clusters ------------------------------------------------------------ */

/* A run that saw the end of a stay and the beginning of the next one may share
 * these with other runs. */
static bool are_apart(const struct clusters *c, const struct runs_states *s)
{
    size_t *in = xcalloc(s->nstretches + 1, sizeof(*in)); /* from 1 */
    bool apart = true;

    for (size_t at = 0; at < s->nstretches; at++) {
        size_t stay = s->found.stay[at];

        if (c->of[at] == CLUSTER_NONE)
            continue;
        apart &= in[stay] == 0 || in[stay] == c->of[at] + 1;
        in[stay] = c->of[at] + 1;
    }
    free(in);
    return apart;
}

void clusters_init(struct clusters *c, const struct runs_states *s,
                   size_t state, bool stays)
{
    struct numbers of;

    *c = (struct clusters){.of = xcalloc(s->nstretches + 1, sizeof(*c->of))};
    for (size_t at = 0; at < s->nstretches; at++)
        c->of[at] = CLUSTER_NONE;
    numbers_init(&of, s);
    if (state == STATES_LEVELLED)
        cluster_all(c, &of, s, stays);
    else
        cluster_state(c, &of, s, state, stays);
    c->apart = stays && are_apart(c, s);
}

void clusters_fini(struct clusters *c)
{
    free(c->of);
}
