/* neighbours.c: the ranks of a node in a ring, with memory that each two
 * neighbours share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/neighbours.h"

#include <math.h>
#include <stdlib.h>
#include "clocksync/nodes.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/sharedmem.h"
#include "timers/bracket.h"

enum { ROUNDS = 2 };

static size_t pairs_bytes(const struct neighbours *n)
{
    return (size_t)n->size * sizeof(*n->pairs);
}

/* All ranks of the node have the memory, or none uses it. */
static int pairs_open(struct neighbours *n, MPI_Comm node)
{
    void *memory;
    int rc = sharedmem_open(node, pairs_bytes(n), &memory), have, all;

    if (rc != MPI_SUCCESS)
        return rc;
    have = memory != NULL;
    rc = MPI_Allreduce(&have, &all, 1, MPI_INT, MPI_LAND, node);
    if (rc != MPI_SUCCESS || !all) {
        sharedmem_close(memory, pairs_bytes(n));
        return rc;
    }
    n->pairs = memory;
    n->copy = xcalloc(1, PAIR_BYTES);
    return MPI_SUCCESS;
}

int neighbours_open(struct neighbours *n, MPI_Comm node)
{
    int rc;

    *n = (struct neighbours){0};
    rc = comm_position(node, &n->rank, &n->size);
    return rc == MPI_SUCCESS && n->size > 1 ? pairs_open(n, node) : rc;
}

void neighbours_close(struct neighbours *n)
{
    if (n->pairs != NULL)
        sharedmem_close(n->pairs, pairs_bytes(n));
    free(n->copy);
    *n = (struct neighbours){0};
}

int neighbours_pair(int rank, int size, int round, bool *first)
{
    int pair;

    *first = rank % ROUNDS == round;
    pair = *first ? rank : (rank + size - 1) % size;
    return pair == size - 1 && size % ROUNDS != 0 ? -1 : pair;
}

double neighbours_meet(struct neighbours *n, pair_fn *first, pair_fn *second,
                       void *context)
{
    double largest = 0;

    n->meetings++;
    for (int round = 0; round < ROUNDS && n->pairs != NULL; round++) {
        bool is_first;
        int i = neighbours_pair(n->rank, n->size, round, &is_first);
        struct line_side s;
        double t;

        if (i < 0)
            continue;
        s = line_meet(&n->pairs[i].lines, is_first, n->meetings, n->deadline);
        t = (is_first ? first : second)(&n->pairs[i], &s, context);
        if (isnan(t))
            line_leave(&s);
        if (isnan(t) || t > largest)
            largest = t;
    }
    return largest;
}
