/* topology.c: plans of what MPI_Neighbor_alltoallw() would exchange.
 *
 * The neighbors of a communicator with a topology become the peers of messages,
 * in the order that MPI gives them; the rest is a plan like any other.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "agree.h"

/* ---- neighbors ---------------------------------------------------------- */

/* Ranks to whom this one sends, and from whom it receives; MPI_PROC_NULL at the
 * edge of a grid. */
struct ends {
    int nout, nin;
    int *out, *in;
    bool grid; /* what goes one way in a dimension comes from the other way */
};

static int reserve(struct ends *e, int nout, int nin)
{
    e->out = malloc(((size_t)nout + 1) * sizeof(*e->out));
    e->in = malloc(((size_t)nin + 1) * sizeof(*e->in));
    e->nout = nout;
    e->nin = nin;
    return e->out != NULL && e->in != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* In each dimension the one before and the one behind. */
static int grid_ends(struct ends *e, MPI_Comm comm)
{
    int ndims, rc;

    MPI_Cartdim_get(comm, &ndims);
    e->grid = true;
    rc = reserve(e, 2 * ndims, 2 * ndims);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < ndims; i++) {
        MPI_Cart_shift(comm, i, 1, &e->out[2 * i], &e->out[2 * i + 1]);
        e->in[2 * i] = e->out[2 * i];
        e->in[2 * i + 1] = e->out[2 * i + 1];
    }
    return MPI_SUCCESS;
}

#ifndef HAVE_SMPI /* which has no graphs */
static int old_graph_ends(struct ends *e, MPI_Comm comm)
{
    int rank, n, rc;

    MPI_Comm_rank(comm, &rank);
    MPI_Graph_neighbors_count(comm, rank, &n);
    rc = reserve(e, n, n);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Graph_neighbors(comm, rank, n, e->out);
    for (int i = 0; i < n; i++)
        e->in[i] = e->out[i];
    return MPI_SUCCESS;
}

static int graph_ends(struct ends *e, MPI_Comm comm)
{
    int nin, nout, weighted, *weights, rc;

    MPI_Dist_graph_neighbors_count(comm, &nin, &nout, &weighted);
    weights = malloc(((size_t)nin + (size_t)nout + 1) * sizeof(*weights));
    rc = weights != NULL ? reserve(e, nout, nin) : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        MPI_Dist_graph_neighbors(comm, nin, e->in, weights, nout, e->out,
                                 weights + nin);
    free(weights);
    return rc;
}
#endif

/* MPI_ERR_TOPOLOGY: the communicator has none, as all ranks see.
 * MPI_ERR_NO_MEM: this rank's memory is out. */
static int ends_open(struct ends *e, MPI_Comm comm)
{
    int kind = MPI_UNDEFINED;

    *e = (struct ends){.out = NULL};
    MPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        return grid_ends(e, comm);
#ifndef HAVE_SMPI
    if (kind == MPI_GRAPH)
        return old_graph_ends(e, comm);
    if (kind == MPI_DIST_GRAPH)
        return graph_ends(e, comm);
#endif
    return MPI_ERR_TOPOLOGY;
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
                                         const struct part *part, int flip)
{
    struct msgsched_message *all = malloc(((size_t)n + 1) * sizeof(*all));

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
    int rc = ends_open(&l->ends, graph);

    if (rc == MPI_ERR_TOPOLOGY)
        return ms_all_fail(a, rc, "not a communicator with a topology");
    if (rc == MPI_SUCCESS) {
        l->sends = messages(&l->ends, l->ends.out, l->ends.nout, out, 1);
        l->recvs = messages(&l->ends, l->ends.in, l->ends.nin, in, 0);
    }
    if (l->sends == NULL || l->recvs == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
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
