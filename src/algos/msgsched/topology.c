/* topology.c: plans of what MPI_Neighbor_alltoallw() would exchange.
 *
 * The neighbors of a communicator with a topology become the peers of messages,
 * in the order that MPI gives them; the rest is a plan like any other.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agree.h"

/* ---- neighbors ---------------------------------------------------------- */

/* Ranks to whom this one sends, and from whom it receives; MPI_PROC_NULL at the
 * edge of a grid. */
struct ends {
    int nout, nin;
    int *out, *in;
    bool grid; /* what goes one way in a dimension comes from the other way */
};

static void reserve(struct ends *e, int nout, int nin, struct ms_agree *a)
{
    e->out = ms_alloc(a, (size_t)nout, sizeof(*e->out));
    e->in = ms_alloc(a, (size_t)nin, sizeof(*e->in));
    e->nout = nout;
    e->nin = nin;
}

/* In each dimension the one before and the one behind. */
static void grid_ends(struct ends *e, MPI_Comm comm, struct ms_agree *a)
{
    int ndims;

    MPI_Cartdim_get(comm, &ndims);
    e->grid = true;
    reserve(e, 2 * ndims, 2 * ndims, a);
    for (int i = 0; i < ndims && ms_well(a); i++) {
        MPI_Cart_shift(comm, i, 1, &e->out[2 * i], &e->out[2 * i + 1]);
        e->in[2 * i] = e->out[2 * i];
        e->in[2 * i + 1] = e->out[2 * i + 1];
    }
}

#ifndef HAVE_SMPI /* which has no graphs */
static void old_graph_ends(struct ends *e, MPI_Comm comm, struct ms_agree *a)
{
    int n;

    MPI_Graph_neighbors_count(comm, a->rank, &n);
    reserve(e, n, n, a);
    if (!ms_well(a))
        return;
    MPI_Graph_neighbors(comm, a->rank, n, e->out);
    memcpy(e->in, e->out, (size_t)n * sizeof(*e->in));
}

static void graph_ends(struct ends *e, MPI_Comm comm, struct ms_agree *a)
{
    int nin, nout, weighted, *weights;

    MPI_Dist_graph_neighbors_count(comm, &nin, &nout, &weighted);
    weights = ms_alloc(a, (size_t)nin + (size_t)nout, sizeof(*weights));
    reserve(e, nout, nin, a);
    if (ms_well(a))
        MPI_Dist_graph_neighbors(comm, nin, e->in, weights, nout, e->out,
                                 weights + nin);
    free(weights);
}
#endif

/* MPI_ERR_TOPOLOGY: the communicator has none, as all ranks see. */
static int ends_open(struct ends *e, MPI_Comm comm, struct ms_agree *a)
{
    int kind = MPI_UNDEFINED;

    *e = (struct ends){.out = NULL};
    MPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        grid_ends(e, comm, a);
#ifndef HAVE_SMPI
    else if (kind == MPI_GRAPH)
        old_graph_ends(e, comm, a);
    else if (kind == MPI_DIST_GRAPH)
        graph_ends(e, comm, a);
#endif
    else
        return MPI_ERR_TOPOLOGY;
    return MPI_SUCCESS;
}

/* Also after a failure. */
static void ends_close(struct ends *e)
{
    free(e->out);
    free(e->in);
}

/* ---- plans -------------------------------------------------------------- */

/* Arguments of one side. */
struct part {
    const int *counts;
    const MPI_Aint *displs;
    const MPI_Datatype *types;
};

struct lists {
    struct ends ends;
    struct msgsched_message *sends, *recvs;
};

/* Block s of a side has tag s ^ flip: in a grid what is sent in one direction
 * of a dimension, block s, arrives from the other one, in block s ^ 1, also
 * where both neighbors are the same rank. */
static struct msgsched_message *messages(const struct ends *ends,
                                         const int *peers, int n,
                                         const struct part *part, int flip,
                                         struct ms_agree *a)
{
    struct msgsched_message *all = ms_alloc(a, (size_t)n, sizeof(*all));

    for (int i = 0; i < n && all != NULL; i++)
        all[i] = (struct msgsched_message){.peer = peers[i],
                                           .tag = ends->grid ? i ^ flip : 0,
                                           .count = part->counts[i],
                                           .type = part->types[i],
                                           .displ = part->displs[i]};
    return all;
}

/* This rank's lists; the ranks agree whether there is memory for them. */
static int lists_make(struct lists *l, MPI_Comm graph, const struct part *out,
                      const struct part *in, struct ms_agree *a)
{
    int rc = ends_open(&l->ends, graph, a);

    if (rc == MPI_ERR_TOPOLOGY)
        return ms_all_fail(a, rc, "not a communicator with a topology");
    if (ms_well(a)) {
        l->sends = messages(&l->ends, l->ends.out, l->ends.nout, out, 1, a);
        l->recvs = messages(&l->ends, l->ends.in, l->ends.nin, in, 0, a);
    }
    return ms_agreed(a);
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
    struct part out = {sendcounts, sdispls, sendtypes};
    struct part in = {recvcounts, rdispls, recvtypes};
    struct lists l = {.sends = NULL};
    struct ms_agree a;
    int rc, rank = 0;

    if (graph != MPI_COMM_NULL)
        MPI_Comm_rank(graph, &rank);
    ms_agree_open(&a, graph, rank);
    rc = graph == MPI_COMM_NULL
             ? ms_all_fail(&a, MPI_ERR_COMM, "not a communicator")
             : lists_make(&l, graph, &out, &in, &a);
    if (rc == MPI_SUCCESS)
        rc = msgsched_plan(graph, l.ends.nout, l.sends, l.ends.nin, l.recvs,
                           options, plan, why);
    else if (why != NULL)
        *why = a.why;
    ends_close(&l.ends);
    free(l.sends);
    free(l.recvs);
    return rc;
}
