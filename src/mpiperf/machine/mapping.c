/* mapping.c: how the ranks are dealt to the nodes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/mapping.h"

#include <stdbool.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

int mapping_count(const struct rank_info *ranks, int nranks, int node)
{
    int count = 0;

    for (int i = 0; i < nranks; i++)
        count += ranks[i].node == node;
    return count;
}

/* Nodes are numbered in the order of their first ranks. */
static bool is_block(const struct rank_info *ranks, int nranks)
{
    for (int i = 1; i < nranks; i++)
        if (ranks[i].node < ranks[i - 1].node)
            return false;
    return true;
}

/* A rank is its node's k-th: then k never falls from one rank to the next, and
 * the nodes of one k rise. */
static bool is_cyclic(const struct rank_info *ranks, int nranks, int nnodes)
{
    int *had = xcalloc((size_t)nnodes, sizeof(*had));
    bool cyclic = true;

    for (int i = 0, turn = 0, last = -1; i < nranks && cyclic; i++) {
        int node = ranks[i].node, k = had[node]++;

        cyclic = k > turn || (k == turn && node > last);
        turn = k;
        last = node;
    }
    free(had);
    return cyclic;
}

const char *mapping_name(const struct rank_info *ranks, int nranks, int nnodes)
{
    if (is_block(ranks, nranks))
        return "block";
    return is_cyclic(ranks, nranks, nnodes) ? "cyclic" : "irregular";
}
