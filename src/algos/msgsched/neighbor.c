/* neighbor.c: MPI_Ineighbor_alltoallw() on a graph of who sends to whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdlib.h>

#include "flat.h"
#include "joined.h"

/* MPI says no weights by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#ifdef HAVE_SMPI
/* SimGrid's MPI has no graphs, nor collectives on them. */
static int neighbor_open(struct msgsched_plan *plan, struct ms_set *set,
                         struct ms_agree *a)
{
    (void)plan, (void)set;
    ms_refuse(a, MS_NO_NEIGHBOR, MPI_PROC_NULL, MPI_PROC_NULL);
    return MPI_SUCCESS;
}

static int neighbor_start(struct msgsched_plan *plan)
{
    (void)plan;
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

static void neighbor_close(struct ms_set *set)
{
    (void)set;
}
#else

/* One side of the call. Each peer's message is one element of its type at the
 * base; one that is packed on arrival comes as bytes into its stage. */
struct ends {
    struct ms_joined joined;
    int *count;
    MPI_Aint *displ;
    MPI_Datatype *type;
};

struct neighbor {
    struct ms_flat flat; /* one request */
    struct ends out, in;
    int *peer; /* ranks with messages in either direction, rising */
    int npeers;
    MPI_Comm graph;
};

/* MPICH 4.0 delivers nothing to a rank that receives from others than it sends
 * to: so every edge is there in both directions, and some are empty. */
static bool peers_join(struct neighbor *e, const struct ms_side *out,
                       const struct ms_side *in)
{
    size_t i = 0, k = 0;

    e->peer = malloc((out->nwires + in->nwires + 1) * sizeof(*e->peer));
    if (e->peer == NULL)
        return false;
    while (i < out->nwires || k < in->nwires) {
        int to = i < out->nwires ? out->wires[i].peer : INT_MAX;
        int from = k < in->nwires ? in->wires[k].peer : INT_MAX;

        e->peer[e->npeers++] = to < from ? to : from;
        i += to <= from;
        k += from <= to;
    }
    return true;
}

/* The wire messages of a side have their places among all peers. */
static bool ends_fill(struct ends *e, const struct ms_side *side,
                      const int *peer, int npeers)
{
    size_t n = (size_t)npeers + 1, k = 0;

    e->count = calloc(n, sizeof(*e->count));
    e->displ = calloc(n, sizeof(*e->displ));
    e->type = malloc(n * sizeof(*e->type));
    if (e->count == NULL || e->displ == NULL || e->type == NULL)
        return false;
    for (int i = 0; i < npeers; i++) {
        const struct ms_wire *w = &side->wires[k];

        e->type[i] = MPI_BYTE;
        if (k == side->nwires || w->peer != peer[i])
            continue;
        e->count[i] = w->packed ? (int)w->bytes : 1;
        if (!w->packed)
            e->type[i] = e->joined.type[k];
        k++;
    }
    return true;
}

static void ends_close(struct ends *e)
{
    ms_joined_close(&e->joined);
    free(e->count);
    free(e->displ);
    free(e->type);
}

/* The stage, as bytes from the base. */
static void stage_base(struct neighbor *e, const struct ms_side *in,
                       const void *base)
{
    size_t k = 0;

    for (int i = 0; i < e->npeers && k < in->nwires; i++) {
        const struct ms_wire *w = &in->wires[k];

        if (w->peer != e->peer[i])
            continue;
        k++;
        if (w->packed)
            e->in.displ[i] =
                (MPI_Aint)((uintptr_t)in->stage + w->stage - (uintptr_t)base);
    }
}

static bool lists_make(struct neighbor *e, const struct ms_set *set)
{
    return ms_flat_open(&e->flat, 0, 1) && peers_join(e, &set->out, &set->in) &&
           ends_fill(&e->out, &set->out, e->peer, e->npeers) &&
           ends_fill(&e->in, &set->in, e->peer, e->npeers);
}

/* Open MPI 5.0.7 mixes up the neighbors of a graph that was made of a grid, or
 * of its duplicate. What a communicator is split into has no topology. */
static int graph_make(const struct ms_home *h, struct neighbor *e,
                      struct ms_agree *a)
{
    MPI_Comm plain;
    int rc = ms_all(a, MPI_Comm_split(h->comm, 0, h->rank, &plain));

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

static int neighbor_open(struct msgsched_plan *plan, struct ms_set *set,
                         struct ms_agree *a)
{
    struct neighbor *e = calloc(1, sizeof(*e));
    int rc;

    set->state = e;
    if (e == NULL) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    } else {
        e->graph = MPI_COMM_NULL;
        ms_joined_open(&e->out.joined, &set->out, a);
        ms_joined_open(&e->in.joined, &set->in, a);
        if (ms_well(a) && !lists_make(e, set))
            ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        e->flat.whole = true;
    }
    rc = ms_agreed(a);
    return rc == MPI_SUCCESS ? graph_make(plan->home, e, a) : rc;
}

static int neighbor_start(struct msgsched_plan *plan)
{
    struct neighbor *e = plan->set->state;

    ms_flat_begin(&e->flat);
    stage_base(e, &plan->set->in, plan->recvbase);
    return MPI_Ineighbor_alltoallw(
        plan->sendbase, e->out.count, e->out.displ, e->out.type, plan->recvbase,
        e->in.count, e->in.displ, e->in.type, e->graph, e->flat.request);
}

static void neighbor_close(struct ms_set *set)
{
    struct neighbor *e = set->state;

    if (e == NULL)
        return;
    if (e->graph != MPI_COMM_NULL)
        MPI_Comm_free(&e->graph);
    ends_close(&e->out);
    ends_close(&e->in);
    ms_flat_close(&e->flat);
    free(e->peer);
    free(e);
}
#endif

const struct ms_engine ms_engine_neighbor = {
    .open = neighbor_open,
    .start = neighbor_start,
    .progress = ms_flat_progress,
    .drop = ms_flat_drop,
    .close = neighbor_close,
};
