/* topology.c: plans the messages of an MPI_Neighbor_alltoallw().
 *
 * The neighbors of a communicator with a topology become the peers, in the
 * order that MPI defines. msgsched_plan() does the rest.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agree.h"

/* The blocks that this rank sends, or those that it receives: one per neighbor.
 * At the border of a grid, the neighbor is MPI_PROC_NULL. */
struct part {
    const int *counts;
    const MPI_Aint *displs;
    const MPI_Datatype *types;
    int n, *peers;
    struct msgsched_message *messages;
};

static void reserve(struct part *part, int n, struct ms_agree *a)
{
    part->n = n;
    part->peers = ms_alloc(a, (size_t)n, sizeof(*part->peers));
    part->messages = ms_alloc(a, (size_t)n, sizeof(*part->messages));
}

/* Lists two neighbors in each dimension, the previous and the next one. */
static void grid_peers(struct part *out, struct part *in, MPI_Comm comm,
                       struct ms_agree *a)
{
    int ndims;

    MPI_Cartdim_get(comm, &ndims);
    reserve(out, 2 * ndims, a);
    reserve(in, 2 * ndims, a);
    for (int i = 0; i < ndims && ms_well(a); i++)
        MPI_Cart_shift(comm, i, 1, &out->peers[2 * i], &out->peers[2 * i + 1]);
    if (ms_well(a))
        memcpy(in->peers, out->peers, (size_t)in->n * sizeof(*in->peers));
}

#ifndef HAVE_SMPI /* SMPI, a simulator, has no graphs */
static void old_graph_peers(struct part *out, struct part *in, MPI_Comm comm,
                            struct ms_agree *a)
{
    int n;

    MPI_Graph_neighbors_count(comm, a->rank, &n);
    reserve(out, n, a);
    reserve(in, n, a);
    if (!ms_well(a))
        return;
    MPI_Graph_neighbors(comm, a->rank, n, out->peers);
    memcpy(in->peers, out->peers, (size_t)n * sizeof(*in->peers));
}

static void graph_peers(struct part *out, struct part *in, MPI_Comm comm,
                        struct ms_agree *a)
{
    int nin, nout, weighted, *weights;

    MPI_Dist_graph_neighbors_count(comm, &nin, &nout, &weighted);
    weights = ms_alloc(a, (size_t)nin + (size_t)nout, sizeof(*weights));
    reserve(out, nout, a);
    reserve(in, nin, a);
    if (ms_well(a))
        MPI_Dist_graph_neighbors(comm, nin, in->peers, weights, nout,
                                 out->peers, weights + nin);
    free(weights);
}
#endif

/* Fills in messages. In a grid, block s sent in one direction arrives as block
 * s ^ 1 from the opposite direction. Both neighbors in a dimension may be the
 * same rank, so sent blocks get tag s ^ 1 and received ones tag s. */
static void messages_fill(struct part *part, bool grid, int flip)
{
    for (int i = 0; i < part->n; i++)
        part->messages[i] =
            (struct msgsched_message){.peer = part->peers[i],
                                      .tag = grid ? i ^ flip : 0,
                                      .count = part->counts[i],
                                      .type = part->types[i],
                                      .displ = part->displs[i]};
}

/* Makes this rank's lists. All ranks fail if one rank has no memory. */
static int lists_make(struct part *out, struct part *in, MPI_Comm graph,
                      struct ms_agree *a)
{
    int kind = MPI_UNDEFINED, rc;

    MPI_Topo_test(graph, &kind);
    if (kind == MPI_CART)
        grid_peers(out, in, graph, a);
#ifndef HAVE_SMPI
    else if (kind == MPI_GRAPH)
        old_graph_peers(out, in, graph, a);
    else if (kind == MPI_DIST_GRAPH)
        graph_peers(out, in, graph, a);
#endif
    else
        return ms_all_fail(a, MPI_ERR_TOPOLOGY,
                           "not a communicator with a topology");
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS) {
        messages_fill(out, kind == MPI_CART, 1);
        messages_fill(in, kind == MPI_CART, 0);
    }
    return rc;
}

static void part_free(struct part *part)
{
    free(part->peers);
    free(part->messages);
}

int msgsched_plan_neighbor(MPI_Comm graph, const int sendcounts[],
                           const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[],
                           const int recvcounts[], const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[],
                           const struct msgsched_options *options,
                           struct msgsched_plan **plan,
                           struct msgsched_failure *why)
{
    struct part out = {sendcounts, sdispls, sendtypes, .n = 0};
    struct part in = {recvcounts, rdispls, recvtypes, .n = 0};
    struct ms_agree a;
    int rc, rank = 0;

    if (graph != MPI_COMM_NULL)
        MPI_Comm_rank(graph, &rank);
    ms_agree_open(&a, graph, rank);
    rc = graph == MPI_COMM_NULL
             ? ms_all_fail(&a, MPI_ERR_COMM, "not a communicator")
             : lists_make(&out, &in, graph, &a);
    if (rc == MPI_SUCCESS)
        rc = msgsched_plan(graph, out.n, out.messages, in.n, in.messages,
                           options, plan, why);
    else if (why != NULL)
        *why = a.why;
    part_free(&out);
    part_free(&in);
    return rc;
}
