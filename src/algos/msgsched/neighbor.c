/* neighbor.c: MPI_Ineighbor_alltoallw() on a graph of who sends to whom.
 *
 * All messages between two ranks are one element of a derived datatype on each
 * side (wire.c). Costs a communicator with the graph for each set.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdlib.h>

#include "engine.h"

/* MPI says no weights by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#ifdef HAVE_SMPI
/* SimGrid's MPI has no graphs, nor collectives on them. */
int ms_neighbor_open(struct msgsched_plan *plan, const struct ms_set *set,
                     struct ms_neighbor **n, struct ms_agree *a)
{
    (void)plan, (void)set, (void)n;
    ms_refuse(a, MS_NO_NEIGHBOR, MPI_PROC_NULL, MPI_PROC_NULL);
    return MPI_SUCCESS;
}

int ms_neighbor_start(const struct msgsched_plan *plan, struct ms_neighbor *n,
                      MPI_Request *request)
{
    (void)plan, (void)n, (void)request;
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

void ms_neighbor_free(struct ms_neighbor *n)
{
    (void)n;
}
#else

/* One side of the call, by peer. */
struct ends {
    const struct ms_wire **wire; /* NULL: an edge that carries nothing */
    int *count;
    MPI_Aint *displ;
    MPI_Datatype *type;
};

struct ms_neighbor {
    struct ends out, in;
    int *peer; /* ranks with messages in either direction, rising */
    int npeers;
    MPI_Comm graph;
};

static void ends_open(struct ends *e, size_t n, struct ms_agree *a)
{
    e->wire = ms_alloc(a, n, sizeof(struct ms_wire *));
    e->count = ms_alloc(a, n, sizeof(*e->count));
    e->displ = ms_alloc(a, n, sizeof(*e->displ));
    e->type = ms_alloc(a, n, sizeof(*e->type));
}

static void ends_set(struct ends *e, int i, const struct ms_wire *w)
{
    e->wire[i] = w;
    e->count[i] = w != NULL ? w->count : 0;
    e->type[i] = w != NULL ? w->type : MPI_BYTE;
}

static void ends_free(struct ends *e)
{
    free(e->wire);
    free(e->count);
    free(e->displ);
    free(e->type);
}

/* MPICH 4.0 delivers nothing to a rank that receives from others than it sends
 * to: so every edge is there in both directions, and some are empty. */
static void peers_join(struct ms_neighbor *e, const struct ms_side *out,
                       const struct ms_side *in)
{
    size_t i = 0, k = 0;

    while (i < out->nwires || k < in->nwires) {
        int to = i < out->nwires ? out->wires[i].peer : INT_MAX;
        int from = k < in->nwires ? in->wires[k].peer : INT_MAX;

        e->peer[e->npeers] = to < from ? to : from;
        ends_set(&e->out, e->npeers, to <= from ? &out->wires[i++] : NULL);
        ends_set(&e->in, e->npeers++, from <= to ? &in->wires[k++] : NULL);
    }
}

/* Open MPI 5.0.7 mixes up the neighbors of a graph that was made of a grid, or
 * of its duplicate. What a communicator is split into has no topology. */
static int graph_make(const struct ms_comm *c, struct ms_neighbor *e,
                      struct ms_agree *a)
{
    MPI_Comm plain;
    int rc = ms_all(a, MPI_Comm_split(c->comm, 0, c->rank, &plain));

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(plain, MPI_ERRORS_RETURN);
    rc = ms_all(a, MPI_Dist_graph_create_adjacent(
                       plain, e->npeers, e->peer, MPI_UNWEIGHTED, e->npeers,
                       e->peer, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &e->graph));
    MPI_Comm_free(&plain);
    if (rc == MPI_SUCCESS)
        MPI_Comm_set_errhandler(e->graph, MPI_ERRORS_RETURN);
    return rc;
}

int ms_neighbor_open(struct msgsched_plan *plan, const struct ms_set *set,
                     struct ms_neighbor **neighbor, struct ms_agree *a)
{
    struct ms_neighbor *e = ms_alloc(a, 1, sizeof(*e));
    int rc;

    *neighbor = e;
    if (e != NULL) {
        size_t n = set->out.nwires + set->in.nwires;

        e->graph = MPI_COMM_NULL;
        e->peer = ms_alloc(a, n, sizeof(*e->peer));
        ends_open(&e->out, n, a);
        ends_open(&e->in, n, a);
        if (ms_well(a))
            peers_join(e, &set->out, &set->in);
    }
    rc = ms_agreed(a);
    return rc == MPI_SUCCESS ? graph_make(plan->comm, e, a) : rc;
}

int ms_neighbor_start(const struct msgsched_plan *plan, struct ms_neighbor *e,
                      MPI_Request *request)
{
    /* what is packed on arrival comes into the stage, bytes from the base on */
    for (int i = 0; i < e->npeers; i++) {
        const struct ms_wire *w = e->in.wire[i];

        if (w != NULL && w->packed)
            e->in.displ[i] =
                (MPI_Aint)((uintptr_t)ms_wire_at(&plan->set->in, w, NULL) -
                           (uintptr_t)plan->recvbase);
    }
    return MPI_Ineighbor_alltoallw(plan->sendbase, e->out.count, e->out.displ,
                                   e->out.type, plan->recvbase, e->in.count,
                                   e->in.displ, e->in.type, e->graph, request);
}

void ms_neighbor_free(struct ms_neighbor *e)
{
    if (e == NULL)
        return;
    if (e->graph != MPI_COMM_NULL)
        MPI_Comm_free(&e->graph);
    ends_free(&e->out);
    ends_free(&e->in);
    free(e->peer);
    free(e);
}
#endif
