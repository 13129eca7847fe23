/* neighbor.c: MPI_Ineighbor_alltoallw() on a graph of who sends to whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

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
    int *peer, *count;
    MPI_Aint *displ;
    MPI_Datatype *type;
};

struct neighbor {
    struct ms_flat flat; /* one request */
    struct ends out, in;
    MPI_Comm graph;
};

static int ends_open(struct ends *e, struct ms_side *side)
{
    int rc = ms_joined_open(&e->joined, side);
    size_t n = side->nwires + 1;

    e->peer = malloc(n * sizeof(*e->peer));
    e->count = malloc(n * sizeof(*e->count));
    e->displ = calloc(n, sizeof(*e->displ));
    e->type = malloc(n * sizeof(*e->type));
    if (e->peer == NULL || e->count == NULL || e->displ == NULL ||
        e->type == NULL)
        return MPI_ERR_NO_MEM;
    for (size_t k = 0; k < side->nwires && rc == MPI_SUCCESS; k++) {
        const struct ms_wire *w = &side->wires[k];

        e->peer[k] = w->peer;
        e->count[k] = w->packed ? (int)w->bytes : 1;
        e->type[k] = w->packed ? MPI_BYTE : e->joined.type[k];
    }
    return rc;
}

static void ends_close(struct ends *e)
{
    ms_joined_close(&e->joined);
    free(e->peer);
    free(e->count);
    free(e->displ);
    free(e->type);
}

/* The stage, as bytes from the base. */
static void ends_base(struct ends *e, const struct ms_side *side,
                      const void *base)
{
    for (size_t k = 0; k < side->nwires; k++)
        if (side->wires[k].packed)
            e->displ[k] = (MPI_Aint)((uintptr_t)side->stage +
                                     side->wires[k].stage - (uintptr_t)base);
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
        ms_note(a, ends_open(&e->out, &set->out));
        ms_note(a, ends_open(&e->in, &set->in));
        if (!ms_flat_open(&e->flat, 0, 1))
            ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        e->flat.whole = true;
    }
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        return rc;
    return ms_all(a, MPI_Dist_graph_create_adjacent(
                         plan->home->comm, (int)set->in.nwires, e->in.peer,
                         MPI_UNWEIGHTED, (int)set->out.nwires, e->out.peer,
                         MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &e->graph));
}

static int neighbor_start(struct msgsched_plan *plan)
{
    struct neighbor *e = plan->set->state;

    ms_flat_begin(&e->flat);
    ends_base(&e->in, &plan->set->in, plan->recvbase);
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
    free(e);
}
#endif

const struct ms_engine ms_engine_neighbor = {
    .open = neighbor_open,
    .start = neighbor_start,
    .progress = ms_flat_progress,
    .close = neighbor_close,
};
