/* pattern_random.c: messages of many sizes to ranks that have no order. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ranks are shuffled, and each has to do with those that are certain
 * distances from it, drawn as well: so both ends know of one another, and every
 * rank has as many peers. All of it comes from the seed.
 */
#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "ops/edges.h"
#include "ops/pattern_sets.h"

enum { PEERS = 16, LEAST_BYTES = 8 };

/* What a number is drawn for. */
enum draw { RANKS, DISTANCES, SIZES };

static uint64_t draw(int seed, enum draw what, uint64_t i)
{
    return scatter(scatter(scatter((uint64_t)seed) + (uint64_t)what) + i);
}

/* The numbers first ... first + n - 1, the first `drawn` of them in an order
 * that was drawn. Malloced. */
static int *shuffled(int seed, enum draw what, int first, int n, int drawn)
{
    int *v = xcalloc((size_t)n + 1, sizeof(*v));

    for (int i = 0; i < n; i++)
        v[i] = first + i;
    for (int i = 0; i < drawn; i++) {
        int j = i + (int)(draw(seed, what, (uint64_t)i) % (uint64_t)(n - i));
        int swap = v[i];

        v[i] = v[j];
        v[j] = swap;
    }
    return v;
}

/*
 * From LEAST_BYTES to the size asked for, whose logarithms are equally likely.
 * Root and product are the same on every machine; powers need not be.
 */
static MPI_Count size_of(const struct op_args *a, int seed, int from, int to)
{
    MPI_Count least =
                  (MPI_Count)((LEAST_BYTES + a->type_size - 1) / a->type_size),
              n;
    double size, ratio;
    uint64_t bits;

    if (a->count <= least)
        return a->count;
    bits = draw(seed, SIZES, (uint64_t)from * (uint64_t)a->size + (uint64_t)to);
    size = (double)least;
    ratio = (double)a->count / size;
    for (int i = 63; i >= 32; i--) {
        ratio = sqrt(ratio);
        if (bits >> i & 1)
            size *= ratio;
    }
    n = (MPI_Count)size;
    return n < a->count ? n : a->count;
}

/* Edge i both ways; its other end has it as edge `block`. */
static void peer_set(const struct op_args *a, int seed, int i, int peer,
                     int block, struct edges *e)
{
    edges_set(e, i, peer, peer, block, 0);
    e->out[i].tag = e->in[i].tag = 0;
    e->out[i].count = size_of(a, seed, a->rank, peer);
    e->in[i].count = size_of(a, seed, peer, a->rank);
}

void pattern_random(const struct op_args *a, int n, struct edges *e)
{
    int seed = n, most = (a->size - 1) / 2, k = 0;
    int pairs = most < PEERS / 2 ? most : PEERS / 2;
    bool across = pairs == most && pairs < PEERS / 2 && a->size % 2 == 0;
    int *order = shuffled(seed, RANKS, 0, a->size, a->size);
    int *distance = shuffled(seed, DISTANCES, 1, most, pairs);
    int place = 0;

    while (order[place] != a->rank)
        place++;
    edges_alloc(e, 2 * pairs + across, 2 * pairs + across);
    for (int i = 0; i < pairs; i++)
        for (int way = 1; way >= -1; way -= 2, k++)
            peer_set(a, seed, k,
                     order[edges_around(place, a->size, way * distance[i])],
                     k ^ 1, e);
    if (across) /* the same rank both ways */
        peer_set(a, seed, k, order[edges_around(place, a->size, a->size / 2)],
                 k, e);
    free(order);
    free(distance);
}
