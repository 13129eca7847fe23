/* stragglers.c: finds a rank that lacks its CPU, and a node that makes an
 * operation slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/stragglers.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const double little = 0.75, enough = 0.9; /* shares of the time */

static double share_of(const struct rank_cpu *of)
{
    return of->wall > 0 ? fmin(of->cpu / of->wall, 1) : 1;
}

/* Sets *s to this rank. */
static void starved_set(struct starved *s, const struct rank_cpu *v, size_t n,
                        size_t rank)
{
    double *share = xcalloc(n, sizeof(*share));
    size_t others = 0;

    *s = (struct starved){.rank = rank, .share = share_of(&v[rank])};
    for (size_t i = 0; i < n; i++)
        if (i != rank) {
            share[others++] = share_of(&v[i]);
            s->also += v[i].stops > 0;
        }
    s->others = others > 0 ? gsl_stats_median(share, 1, others) : NAN;
    free(share);
}

/* Copies the readings; of those of the same pair, only the shortest. Returns
 * their number. */
static size_t shortest(struct reading *to, const struct reading *v, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        size_t k = 0;

        while (k < kept && (to[k].from != v[i].from || to[k].to != v[i].to))
            k++;
        if (k == kept)
            to[kept++] = v[i];
        else
            to[k].time = fmin(to[k].time, v[i].time);
    }
    return kept;
}

struct culprits slow_nodes_find(const struct reading *v, size_t n, int nodes,
                                const long *switch_of, bool crowded)
{
    const double least = crowded ? SLOW_NODES_CROWDED : SLOW_NODES_TIMES;
    struct places places = {.ranks = nodes, .switch_of = switch_of};
    struct culprits found = {0};
    struct reading *pairs;
    size_t kept = 0;
    long *node;

    if (2 * n < SLOW_NODES_LEAST * (size_t)nodes)
        return found;
    node = xcalloc((size_t)nodes, sizeof(*node));
    for (int i = 0; i < nodes; i++)
        node[i] = i;
    places.node = node;
    pairs = xcalloc(n, sizeof(*pairs));
    found = culprits_find(pairs, shortest(pairs, v, n), &places, false);
    free(pairs);
    for (size_t i = 0; i < found.n; i++)
        if (found.v[i].times >= least)
            found.v[kept++] = found.v[i];
    found.n = 2 * kept < (size_t)nodes ? kept : 0;
    free(node);
    return found;
}

bool throttled_find(struct starved *s, const struct rank_cpu *v, size_t n)
{
    size_t least = n;

    for (size_t i = 0; i < n; i++)
        if (v[i].stops > 0 &&
            (least == n || share_of(&v[i]) < share_of(&v[least])))
            least = i;
    if (least < n)
        starved_set(s, v, n, least);
    return least < n;
}

bool crowded_find(struct starved *s, const struct rank_cpu *v, size_t n)
{
    size_t few = 0, least = 0;

    for (size_t i = 0; i < n; i++) {
        few += share_of(&v[i]) < enough;
        if (share_of(&v[i]) < share_of(&v[least]))
            least = i;
    }
    if (n < 2 || few != 1 || share_of(&v[least]) >= little)
        return false;
    starved_set(s, v, n, least);
    return true;
}
