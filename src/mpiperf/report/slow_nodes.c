/* slow_nodes.c: names the nodes that make an operation slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/rows.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "verdict/stragglers.h"

enum { SHOWN = 5 }; /* number of nodes that are named */

static int rank_of(const struct runinfo *ri, const struct culprit *c)
{
    const int *of = c->kind == PART_UPLINK ? ri->switch_of : ri->node_of;
    int rank = 0;

    while (of[rank] != c->id)
        rank++;
    return rank;
}

/* Prints "node3", or "node 2" if another node has the same host name. */
static void put_node(FILE *f, const struct runinfo *ri, int rank)
{
    const char *host = ri->ranks[rank].host;
    bool unique = *host != '\0';

    for (int i = 0; i < ri->nranks; i++)
        unique &= ri->node_of[i] == ri->node_of[rank] ||
                  strcmp(ri->ranks[i].host, host) != 0;
    if (unique)
        fputs(SHOWN_LINE(host), f);
    else
        fprintf(f, "node %d", ri->node_of[rank]);
}

char *slow_nodes_text(const struct runinfo *ri, const struct probe *p)
{
    struct culprits found;
    long *switch_of = NULL;
    size_t length;
    char *text;
    FILE *f;

    if (ri->switch_of != NULL)
        switch_of = xcalloc((size_t)ri->nranks, sizeof(*switch_of));
    for (int i = 0; switch_of != NULL && i < ri->nranks; i++)
        switch_of[ri->node_of[i]] = ri->switch_of[i];
    found = slow_nodes_find(p->v, p->n, ri->nnodes, switch_of,
                            p->lost >= (long)ri->nranks * p->rounds);
    free(switch_of);
    f = text_open(&text, &length);
    for (size_t i = 0; i < found.n && i < SHOWN; i++) {
        const struct culprit *c = &found.v[i];

        fputs(i > 0 ? ", " : "", f);
        fputs(c->kind == PART_UPLINK ? "the uplink of the switch of " : "", f);
        put_node(f, ri, rank_of(ri, c));
        fprintf(f,
                i == 0 ? " is slow: on pairs of nodes with it the operation "
                         "takes %.1f times as long as on others (%zu of %zu "
                         "pairs)"
                       : " (%.1f times; %zu of %zu)",
                c->times, c->slow, c->of);
    }
    if (found.n > SHOWN)
        fprintf(f, ", and %zu more", found.n - SHOWN);
    text_close(f);
    free(found.v);
    if (length > 0)
        return text;
    free(text);
    return NULL;
}
