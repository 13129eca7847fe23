/* neighbor.c: exchanges by MPI_Ineighbor_alltoallw() on a graph of the peers.
 *
 * All messages between two ranks are one element of a derived datatype on each
 * side (wire.c). Each set costs one communicator with a graph.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdlib.h>

#include "engine.h"

/* MPI_UNWEIGHTED is an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#ifdef HAVE_SMPI
/* SMPI, a simulator, has no graphs and no collectives on them. */
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

/* Arguments of one side of the call, one entry per peer. */
struct ends {
    const struct ms_wire **wire; /* NULL for an empty edge */
    int *count;
    MPI_Aint *displ;
    MPI_Datatype *type;
};

struct ms_neighbor {
    struct ends out, in;
    int *peer; /* ranks with messages to or from this one, ascending */
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

/* Merges sources and targets: every edge exists in both directions, perhaps
 * with no data, because MPICH 4.0 delivers nothing to a rank whose sources
 * differ from its targets. */
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

/* Makes the graph on a split of the communicator, because splits have no
 * topology: Open MPI 5.0.7 mixes up neighbors on Cartesian communicators and
 * their duplicates. */
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
    /* a packed receive goes to the stage: displacement from the caller's
     * base */
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
