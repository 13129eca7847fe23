/* pairs.c: which pairs of ranks are slow, and what they have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/pairs.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum pair_kind pair_kind(const struct pair *p)
{
    return p->node[0] == p->node[1] ? PAIR_WITHIN : PAIR_BETWEEN;
}

/* ---- against the median -------------------------------------------------- */

static int by_number(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return a < b ? -1 : a > b;
}

static int slowest_first(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;
    double one = isnan(a->x) ? -1 : a->x, other = isnan(b->x) ? -1 : b->x;

    if (one != other)
        return one > other ? -1 : 1;
    return a->rank[0] != b->rank[0]  ? a->rank[0] < b->rank[0] ? -1 : 1
           : a->rank[1] < b->rank[1] ? -1
                                     : 1;
}

void pairs_judge(struct pairs *p)
{
    double *x = xcalloc(p->n + 1, sizeof(*x));

    for (enum pair_kind kind = 0; kind < PAIR_KINDS; kind++) {
        size_t n = 0;

        for (size_t i = 0; i < p->n; i++)
            if (pair_kind(&p->v[i]) == kind && !isnan(p->v[i].time))
                x[n++] = p->v[i].time;
        qsort(x, n, sizeof(*x), by_number);
        p->count[kind] = n;
        p->median[kind] = n > 0 ? x[(n - 1) / 2] : NAN;
    }
    free(x);
    for (size_t i = 0; i < p->n; i++)
        p->v[i].x = p->v[i].time / p->median[pair_kind(&p->v[i])];
    if (p->n > 0)
        qsort(p->v, p->n, sizeof(*p->v), slowest_first);
}

/* ---- in words ------------------------------------------------------------ */

static const char *host_of(const struct pairs *p, long rank)
{
    return json_string_value(json_array_get(p->hosts, (size_t)rank)) ?: "";
}

/* Does another node have the name of rank k's of the pair? */
static bool is_ambiguous(const struct pairs *p, const struct pair *of, int k)
{
    const char *name = host_of(p, of->rank[k]);

    for (size_t i = 0; i < p->n; i++)
        for (int j = 0; j < 2; j++)
            if (p->v[i].node[j] != of->node[k] &&
                strcmp(host_of(p, p->v[i].rank[j]), name) == 0)
                return true;
    return false;
}

static char *node_text(const struct pairs *p, const struct pair *of, int k)
{
    const char *name = host_of(p, of->rank[k]);

    return *name == '\0' || is_ambiguous(p, of, k)
               ? xasprintf("node %ld", of->node[k])
               : xstrdup(SHOWN_LINE(name));
}

char *pair_nodes(const struct pairs *p, size_t i)
{
    const struct pair *pair = &p->v[i];
    bool between = pair_kind(pair) == PAIR_BETWEEN;
    char *one = node_text(p, pair, 0), *other = node_text(p, pair, 1);
    char *text =
        xasprintf("%s%s%s", one, between ? "-" : "", between ? other : "");

    free(one);
    free(other);
    return text;
}

char *pairs_answer(const struct pairs *p, const char *value)
{
    const char *kind;
    size_t slow = 0;
    char *nodes, *ranks, *text;

    if (p->n == 0 || isnan(p->v[0].x))
        return NULL;
    while (slow < p->n && p->v[slow].x > PAIR_SLOW)
        slow++;
    kind =
        pair_kind(&p->v[0]) == PAIR_WITHIN ? "within nodes" : "between nodes";
    nodes = pair_nodes(p, 0);
    ranks = xasprintf("ranks %ld-%ld (%s)", p->v[0].rank[0], p->v[0].rank[1],
                      nodes);
    text = slow > 0
               ? xasprintf("slow: %s: %s, %.1f times the median %s; %zu of "
                           "%zu pairs above %g",
                           ranks, value, p->v[0].x, kind, slow,
                           p->count[PAIR_WITHIN] + p->count[PAIR_BETWEEN],
                           PAIR_SLOW)
               : xasprintf("no pair is slow: %s, the slowest, take %.1f times "
                           "the median %s",
                           ranks, p->v[0].x, kind);
    free(nodes);
    free(ranks);
    return text;
}

/* ---- what slow pairs have in common -------------------------------------- */

/* Of a node or a rank. */
struct tally {
    size_t slow, all;        /* pairs */
    const struct pair *pair; /* one of them, */
    int k;                   /* in which it is that rank */
};

static void tally_add(struct tally *t, const struct pair *pair, int k)
{
    t->slow += pair->x > PAIR_SLOW;
    t->all++;
    t->pair = pair;
    t->k = k;
}

/* Is one in most of the slow pairs of that kind, and are most of its own slow?
 * Two that are in equally many are not. */
static bool find_culprit(const struct pairs *p, enum pair_kind kind,
                         bool of_ranks, struct tally *found)
{
    struct tally *all = NULL, *most = NULL;
    size_t slow = 0, n = 0;
    bool alone = true;

    for (size_t i = 0; i < p->n; i++)
        for (int k = 0; k < 2; k++)
            n = p->v[i].rank[k] >= (long)n ? (size_t)p->v[i].rank[k] + 1 : n;
    all = xcalloc(n + 1, sizeof(*all)); /* no more nodes than ranks */
    for (size_t i = 0; i < p->n; i++) {
        const struct pair *pair = &p->v[i];
        const long *id = of_ranks ? pair->rank : pair->node;

        if (pair_kind(pair) != kind || isnan(pair->x))
            continue;
        slow += pair->x > PAIR_SLOW;
        for (int k = 0; k < 2 && (k == 0 || id[1] != id[0]); k++)
            tally_add(&all[id[k]], pair, k);
    }
    most = all;
    for (struct tally *t = all + 1; t < all + n; t++) {
        alone = t->slow > most->slow || (alone && t->slow < most->slow);
        most = t->slow > most->slow ? t : most;
    }
    *found = *most;
    free(all);
    return alone && found->slow > 1 && 2 * found->slow > found->all &&
           2 * found->slow > slow;
}

char *pairs_culprit(const struct pairs *p, enum pair_kind kind)
{
    struct tally t;
    bool of_node = find_culprit(p, kind, false, &t);
    char *node, *rank, *text;

    if (!of_node && !find_culprit(p, kind, true, &t))
        return NULL;
    node = node_text(p, t.pair, t.k);
    rank = xasprintf("rank: %ld (%s)", t.pair->rank[t.k], node);
    text =
        xasprintf("slow %s%s, %zu of %zu pairs %s above %g",
                  of_node ? "node: " : "", of_node ? node : rank, t.slow, t.all,
                  kind == PAIR_BETWEEN ? "with other nodes"
                  : of_node            ? "within it"
                                       : "within its node",
                  PAIR_SLOW);
    free(node);
    free(rank);
    return text;
}
