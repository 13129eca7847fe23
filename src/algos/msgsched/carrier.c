/* carrier.c: which rank of a node receives what is for several of its ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "carrier.h"

void ms_nodes_list(const int *node, int size, int nnodes, int *rank, int *begin)
{
    for (int k = 0; k <= nnodes; k++)
        begin[k] = 0;
    for (int r = 0; r < size; r++)
        begin[node[r]]++;
    for (int k = 1; k <= nnodes; k++)
        begin[k] += begin[k - 1];
    /* each begin is an end now, and moves to the front */
    for (int r = size - 1; r >= 0; r--)
        rank[--begin[node[r]]] = r;
}

bool ms_for_one(const struct ms_item *items, const struct ms_cut *cut)
{
    for (size_t i = 1; i < cut->n; i++)
        if (items[cut->first + i].dst != items[cut->first].dst)
            return false;
    return true;
}

static int fewest(const struct ms_nodes *nodes, int node,
                  const int64_t *received)
{
    int best = nodes->rank[nodes->begin[node]];

    for (int i = nodes->begin[node] + 1; i < nodes->begin[node + 1]; i++)
        if (received[nodes->rank[i]] < received[best])
            best = nodes->rank[i];
    return best;
}

void ms_carriers(const struct ms_item *items, const struct ms_cut *cuts,
                 size_t n, const struct ms_nodes *nodes, int64_t *received,
                 int *carrier)
{
    for (size_t i = 0; i < n; i++) {
        const struct ms_item *item = &items[cuts[i].first];

        carrier[i] = ms_for_one(items, &cuts[i])
                         ? item->dst
                         : fewest(nodes, item->dst_node, received);
        received[carrier[i]] += cuts[i].bytes;
    }
}
