/* pattern_sets.c: makes the messages of a rank for each named pattern. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pattern.h"

#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "ops/layout.h"

/* ---- edges, and ranks on a grid ------------------------------------------ */

/* Returns rank + step, modulo size; |step| <= size. */
static int edges_around(int rank, int size, int step)
{
    return (int)(((long)rank + step + size) % size);
}

/* Sets edge i. The outgoing edge goes to rank `to` with tag i. The incoming
 * edge comes from rank `from`, whose edge number `block` it is. */
static void edges_set(struct edges *e, int i, int to, int from, int block,
                      MPI_Count count)
{
    e->out[i] = (struct edge){.peer = to, .tag = i, .count = count};
    e->in[i] = (struct edge){
        .peer = from, .tag = block, .count = count, .block = block};
}

/* Sets edge i: to rank + step, and from rank - step, modulo size. Every rank
 * has the same edges. */
static void edges_step(const struct op_args *a, struct edges *e, int i,
                       int step)
{
    edges_set(e, i, edges_around(a->rank, a->size, step),
              edges_around(a->rank, a->size, -step), i, a->count);
}

/* Chooses the factors with the smallest sum; of equal sums, the one with the
 * larger smallest factor. */
void dims_balanced(int size, int n, int *dims)
{
    int least = size + 2;

    memcpy(dims, (int[]){size, 1, 1}, (size_t)n * sizeof(*dims));
    for (int z = 1; z <= (n == 2 ? 1 : size / z / z); z++)
        for (int y = z; y <= size / z / y; y++) {
            int x = size / z / y;

            if (x * y * z != size || x + y + z > least)
                continue;
            least = x + y + z;
            memcpy(dims, (int[]){x, y, z}, (size_t)n * sizeof(*dims));
        }
}

/* Returns the rank at distance step[d] in each of n dimensions d, or
 * MPI_PROC_NULL. |step[d]| must be 1 or less than dims[d]. Ranks are in
 * row-major order (MPI-4, 8.4). */
static int dims_move(const int *dims, int n, int rank, const int *step,
                     bool periodic)
{
    int moved = 0, stride = 1;

    for (int d = n - 1; d >= 0; stride *= dims[d--]) {
        int to = rank / stride % dims[d] + step[d];

        if (!periodic && (to < 0 || to >= dims[d]))
            return MPI_PROC_NULL;
        moved += (to + dims[d]) % dims[d] * stride;
    }
    return moved;
}

/* ---- simple patterns ----------------------------------------------------- */

void pattern_pair(const struct op_args *a, int n, struct edges *e)
{
    edges_alloc(e, a->rank == 1 ? n : 0, a->rank == 0 ? n : 0);
    edges_fill(e->out, e->nout, 1, a->count);
    edges_fill(e->in, e->nin, 0, a->count);
}

void pattern_shift(const struct op_args *a, int n, struct edges *e)
{
    edges_alloc(e, n, n);
    edges_fill(e->out, n, edges_around(a->rank, a->size, 1), a->count);
    edges_fill(e->in, n, edges_around(a->rank, a->size, -1), a->count);
}

/* Edge 0 goes to the right, edge 1 to the left. */
void pattern_ring(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    edges_alloc(e, 2, 2);
    edges_step(a, e, 0, 1);
    edges_step(a, e, 1, -1);
}

/* Edges to ranks + 1, + 2, + 4, ..., and from ranks - 1, - 2, - 4, ... */
void pattern_graph(const struct op_args *a, int n, struct edges *e)
{
    for (n = 0; 1 << n < a->size;)
        n++;
    edges_alloc(e, n, n);
    for (int i = 0; i < n; i++)
        edges_step(a, e, i, 1 << i);
}

enum { DIMS = 2 };

/* In each dimension, the first edge goes to the preceding neighbour, the second
 * to the following one. The message from the preceding neighbour is what it
 * sent to its following neighbour (MPI-4, 8.6). */
static void cart(const struct op_args *a, struct edges *e, bool periodic)
{
    int dims[DIMS];

    dims_balanced(a->size, DIMS, dims);
    edges_alloc(e, 2 * DIMS, 2 * DIMS);
    for (int i = 0; i < 2 * DIMS; i++) {
        int step[DIMS] = {0}, peer;

        step[i / 2] = i % 2 == 0 ? -1 : 1;
        peer = dims_move(dims, DIMS, a->rank, step, periodic);
        edges_set(e, i, peer, peer, i ^ 1, a->count);
    }
}

void pattern_torus(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    cart(a, e, true);
}

void pattern_grid(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    cart(a, e, false);
}

/* A sweep from one corner of a grid to the opposite corner. */
void pattern_sweep(const struct op_args *a, int n, struct edges *e)
{
    int dims[DIMS];

    (void)n;
    dims_balanced(a->size, DIMS, dims);
    edges_alloc(e, DIMS, DIMS);
    for (int d = 0; d < DIMS; d++) {
        int on[DIMS] = {d == 0, d == 1}, back[DIMS] = {-on[0], -on[1]};

        edges_set(e, d, dims_move(dims, DIMS, a->rank, on, false),
                  dims_move(dims, DIMS, a->rank, back, false), d, a->count);
    }
}

/* The first edge goes to the next rank, the last to the previous one. */
void pattern_alltoall(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    edges_alloc(e, a->size - 1, a->size - 1);
    for (int i = 0; i < a->size - 1; i++)
        edges_step(a, e, i, i + 1);
}

/* Sets one edge of rank 0 for each other rank, and their edge for rank 0. */
static void star(const struct op_args *a, struct edge *e, int n)
{
    edges_fill(e, n, 0, a->count);
    for (int i = 0; a->rank == 0 && i < n; i++)
        e[i] = (struct edge){.peer = i + 1, .count = a->count};
}

void pattern_incast(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    edges_alloc(e, a->rank == 0 ? a->size - 1 : 0, a->rank > 0);
    star(a, e->in, e->nin);
    star(a, e->out, e->nout);
}

void pattern_outcast(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    edges_alloc(e, a->rank > 0, a->rank == 0 ? a->size - 1 : 0);
    star(a, e->in, e->nin);
    star(a, e->out, e->nout);
    for (int i = 0; i < e->nin; i++)
        e->in[i].block = a->rank - 1;
}

/* Number of neighbours in n dimensions: 3^n - 1. */
enum { AROUND_2D = 8, AROUND_3D = 26 };

/* Sets step[] to direction i of `around` directions: from -1 in all dimensions
 * to 1 in all, without 0 in all. Direction around - 1 - i is the opposite. */
static void direction(int i, int around, int n, int *step)
{
    int at = i + (i >= around / 2);

    for (int d = n - 1; d >= 0; d--, at /= 3)
        step[d] = at % 3 - 1;
}

static int moves(const int *step, int n)
{
    int m = 0;

    for (int d = 0; d < n; d++)
        m += step[d] != 0;
    return m;
}

/* Makes the messages of a halo exchange, field by field, as applications do.
 * counts[k]: number of elements for neighbours that differ in k dimensions. The
 * tag is the number of the direction. */
static void halo(const struct op_args *a, int n, int around, int fields,
                 const MPI_Count *counts, struct edges *e)
{
    int dims[DIMS_MOST], step[DIMS_MOST];

    dims_balanced(a->size, n, dims);
    edges_alloc(e, fields * around, fields * around);
    for (int i = 0; i < fields * around; i++) {
        int there = i % around, back = around - 1 - there, peer;
        MPI_Count count;

        direction(there, around, n, step);
        peer = dims_move(dims, n, a->rank, step, true);
        count = counts[moves(step, n)];
        e->out[i] = (struct edge){.peer = peer, .tag = there, .count = count};
        e->in[i] = (struct edge){.peer = peer,
                                 .tag = back,
                                 .count = count,
                                 .block = i - there + back};
    }
}

static MPI_Count fewer(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

/* Returns the elements on an edge of a cube whose faces have a->count elements:
 * as many 8-byte cells as a side of the square face. */
static MPI_Count edge_count(const struct op_args *a)
{
    double cell = 8, size = (double)a->type_size;
    MPI_Count n =
        (MPI_Count)(cell * sqrt((double)a->count * size / cell) / size);

    return fewer(n > 0 ? n : 1, a->count);
}

void pattern_halo2d(const struct op_args *a, int n, struct edges *e)
{
    const MPI_Count counts[] = {0, a->count, fewer(1, a->count)};

    halo(a, 2, AROUND_2D, n, counts, e);
}

void pattern_halo3d(const struct op_args *a, int n, struct edges *e)
{
    const MPI_Count counts[] = {0, a->count, edge_count(a), fewer(1, a->count)};

    halo(a, 3, AROUND_3D, n, counts, e);
}

/*
 * The ranks are shuffled. Each exchanges messages with the ranks at certain
 * random distances in the shuffled order. So both ends know of each other
 * without communication, and all ranks have equally many peers. All randomness
 * comes from the seed.
 */

enum { PEERS = 16, LEAST_BYTES = 8 };

/* Uses of random numbers. */
enum draw { RANKS, DISTANCES, SIZES };

static uint64_t draw(int seed, enum draw what, uint64_t i)
{
    return scatter(scatter(scatter((uint64_t)seed) + (uint64_t)what) + i);
}

/* Returns the numbers `first` to first + n - 1 with a random choice of `drawn`
 * of them in front, in random order. Malloced. */
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
 * Returns a size between LEAST_BYTES and a->count with a uniformly distributed
 * logarithm. Uses only square roots and products, because pow() may differ
 * between machines.
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

/* Sets edge i in both directions. It is the peer's edge number `block`. */
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
    if (across) /* the opposite rank is both predecessor and successor */
        peer_set(a, seed, k, order[edges_around(place, a->size, a->size / 2)],
                 k, e);
    free(order);
    free(distance);
}
