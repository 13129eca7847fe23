/* ring.c: clock synchronization `ring`: each rank with its left neighbor.
 *
 * Edge i has client i and reference i - 1. Edge n, with client 0 and reference
 * n - 1, closes the ring: the sum of all offsets should be 0. All pairs run in
 * two rounds, or three if n is odd: O(1) round trips. Errors add up along the
 * ring, starting at rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "clocksync/methods.h"
#include "lib/xmalloc.h"
#include "mpi/nodes.h"

enum { ROUNDS = 3 };

/* Returns the round of an edge. Edges that share a rank have different
 * rounds. */
static int edge_round(int edge, int n)
{
    return edge == n && n % 2 == 1 ? 2 : edge % 2;
}

static int reference_left(int rank, int n)
{
    return n == 1 ? -1 : (rank + n - 1) % n;
}

static int ring_rounds(MPI_Comm comm, const struct clock *clock, int d,
                       int rank, int n, struct pair_offset *own)
{
    int left = reference_left(rank, n), right = (rank + 1) % n;
    int own_edge = rank == 0 ? n : rank;
    int rc = MPI_SUCCESS;

    for (int round = 0; round < ROUNDS && n > 1; round++) {
        if (edge_round(own_edge, n) == round)
            rc = pair_client(comm, left, clock, d, own);
        else if (edge_round(rank + 1, n) == round)
            rc = pair_reference(comm, right, clock);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return n > 1 ? pairs_repeat(comm, clock, d, reference_left, own) : rc;
}

/* A rank's edge, gathered on rank 0 and scattered again. */
struct edge {
    double offset, bound, epoch;
};
enum { EDGE_DOUBLES = 3 };

/* Sums offsets and bounds along the ring. Adds to the bounds how far the
 * offsets may have drifted between their measurements. */
static double ring_sum(struct edge *edges, int n)
{
    double closing = edges[0].offset, earliest = INFINITY, latest = -INFINITY;
    double bounds = 0;

    edges[0] = (struct edge){.epoch = edges[0].epoch};
    for (int i = 1; i < n; i++) {
        double when;

        edges[i].offset += edges[i - 1].offset;
        bounds += edges[i].bound;
        when = edges[i].epoch + edges[i].offset;
        earliest = fmin(earliest, when);
        latest = fmax(latest, when);
        edges[i].bound = bounds + i * PAIR_MAX_DRIFT * (latest - earliest);
    }
    return edges[n - 1].offset + closing;
}

static int ring_scatter(MPI_Comm comm, int rank, int n, struct edge *own,
                        double *closure)
{
    struct edge *edges = xcalloc((size_t)n, sizeof(*edges));
    int rc = MPI_Gather(own, EDGE_DOUBLES, MPI_DOUBLE, edges, EDGE_DOUBLES,
                        MPI_DOUBLE, 0, comm);

    if (rc == MPI_SUCCESS) {
        if (rank == 0)
            *closure = ring_sum(edges, n);
        rc = MPI_Scatter(edges, EDGE_DOUBLES, MPI_DOUBLE, own, EDGE_DOUBLES,
                         MPI_DOUBLE, 0, comm);
    }
    free(edges);
    return rc;
}

static int ring_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    struct pair_offset own = {
        .epoch = clock_seconds(clock, clock_read(clock)),
    };
    struct edge edge;
    int rank, n, rc;

    comm_position(comm, &rank, &n);
    rc = ring_rounds(comm, clock, config->d, rank, n, &own);
    if (rc != MPI_SUCCESS)
        return rc;
    edge.offset = own.offset;
    edge.bound = pair_bound(&own);
    edge.epoch = own.epoch;
    rc = ring_scatter(comm, rank, n, &edge, &info->closure);
    if (rc == MPI_SUCCESS)
        *model = (struct clock_model){
            .epoch = edge.epoch,
            .offset = edge.offset,
            .uncertainty = edge.bound,
            .slope_bound = rank > 0 ? PAIR_MAX_DRIFT : 0,
        };
    return rc;
}

const struct clocksync clocksync_ring = {
    .name = "ring",
    .help = "each rank with the previous one, all pairs at once; errors add "
            "up",
    .sync = ring_sync,
};
