/* matching.c: random pairs of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pairs.h"

#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"

/* A rank, with the groups that decide who may be its peer: it has the same
 * `outer` group and another `inner` group. */
struct place {
    int rank, outer, inner;
    uint64_t outer_key, inner_key, rank_key; /* random order */
};

static uint64_t key(uint64_t matching, int kind, int number)
{
    return scatter_pair(scatter_pair(matching, (uint64_t)kind),
                        (uint64_t)number);
}

static int by_key(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_keys(const void *x, const void *y)
{
    const struct place *a = x, *b = y;
    int order = by_key(a->outer_key, b->outer_key);

    if (order == 0)
        order = by_key(a->inner_key, b->inner_key);
    return order != 0 ? order : by_key(a->rank_key, b->rank_key);
}

/* Ways to choose `outer` and `inner`. */
enum { IN_NODE, AT_SWITCH, ACROSS, LEVELS, ANYWHERE = LEVELS };

static struct place place_of(int rank, const struct op_places *of, int level,
                             uint64_t matching)
{
    struct place p = {.rank = rank};

    switch (level) {
    case IN_NODE:
        p.outer = of->node[rank];
        p.inner = rank;
        break;
    case AT_SWITCH:
        p.outer = of->switch_of != NULL ? of->switch_of[rank] : 0;
        p.inner = of->node[rank];
        break;
    case ANYWHERE:
        p.inner = rank;
        break;
    default:
        p.inner = of->switch_of[rank];
        break;
    }
    p.outer_key = key(matching, 0, p.outer);
    p.inner_key = key(matching, 1, p.inner);
    p.rank_key = key(matching, 2, rank);
    return p;
}

/* Returns half the number of places, or the size of their largest inner group
 * if that is larger. */
static int distance_of(const struct place *v, int n)
{
    int most = n / 2, first = 0;

    for (int i = 0; i < n; i++) {
        if (v[i].inner != v[first].inner)
            first = i;
        most = i + 1 - first > most ? i + 1 - first : most;
    }
    return most;
}

/* Pairs as many places of each outer group as possible. They are ordered by
 * inner group, so that places at the distance are of different ones. The first
 * place of a pair is the origin. Returns the number of pairs. */
static int match(int *peer, bool *reversed, struct place *v, int n)
{
    int pairs = 0, end;

    qsort(v, (size_t)n, sizeof(*v), by_keys);
    for (int first = 0; first < n; first = end) {
        int distance;

        for (end = first; end < n && v[end].outer == v[first].outer;)
            end++;
        distance = distance_of(&v[first], end - first);
        for (int i = first; i < first + distance && i + distance < end;
             i++, pairs++) {
            int from = v[i].rank, to = v[i + distance].rank;

            peer[from] = to;
            peer[to] = from;
            reversed[from] = reversed[to] = from > to;
        }
    }
    return pairs;
}

static int level_match(int *peer, bool *reversed, int size,
                       const struct op_places *of, int level, uint64_t matching)
{
    struct place *v = xcalloc((size_t)size, sizeof(*v));
    int pairs;

    for (int i = 0; i < size; i++) {
        peer[i] = MPI_PROC_NULL;
        reversed[i] = false;
        v[i] = place_of(i, of, level, matching);
    }
    pairs = match(peer, reversed, v, size);
    free(v);
    return pairs;
}

void matching_make(int *peer, bool *reversed, int size,
                   const struct op_places *places, int round)
{
    int level[LEVELS], levels = 0;

    for (int i = 0; i < LEVELS; i++)
        if ((i != ACROSS || places->switch_of != NULL) &&
            level_match(peer, reversed, size, places, i, 0) > 0)
            level[levels++] = i;
    for (int i = 0; levels == 0 && i < size; i++)
        peer[i] = MPI_PROC_NULL;
    if (levels > 0)
        level_match(peer, reversed, size, places, level[round % levels],
                    (uint64_t)(round / levels / 2));
    for (int i = 0; i < size; i++)
        reversed[i] = levels > 0 && round / levels % 2 == 1;
}

void matching_random(int *peer, bool *reversed, int size, int seed, int round)
{
    level_match(peer, reversed, size, NULL, ANYWHERE,
                scatter_pair((uint64_t)seed, (uint64_t)round));
}
