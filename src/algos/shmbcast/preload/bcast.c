/* bcast.c: replaces MPI_Bcast and MPI_Bcast_c. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4 of the paper covers the ranks of one node. On several nodes a
 * broadcast has two steps here: the MPI library broadcasts to the leaders of
 * the nodes, and shared memory within each node.
 */
#include "config.h"

#include "operation.h"

static bool good(const struct call *call, const struct channel *ch)
{
    return call->root >= 0 && call->root < ch->size &&
           operation_good(call->buf, call->count, call->type);
}

static int inside(struct shmbcast_auto *h, const struct call *call)
{
    int rc =
        shmbcast_auto_bcast(call->buf, call->count, call->type, call->root, h);

    /* the root sent fewer bytes than this rank expects */
    if (rc == MPI_SUCCESS && shmbcast_auto_missing(h) > 0 && mpi_is_strict())
        rc = MPI_ERR_OTHER;
    return rc;
}

/* Broadcasts within this node from its rank [local]. Does nothing if the node
 * has one rank. */
static int here(const struct channel *ch, const struct call *call, int local)
{
    struct call step = *call;

    step.root = local;
    return ch->shared != NULL ? inside(ch->shared, &step) : MPI_SUCCESS;
}

static int native(const struct call *call, bool own)
{
    return OPERATION_NATIVE(Bcast, call->buf, call->count, call->type,
                            call->root, call->comm);
}

/* Broadcasts between the leaders of the nodes by the MPI library. */
static int between(const struct nodes *nodes, const struct call *call, int node)
{
    struct call step = *call;

    if (nodes->leaders == MPI_COMM_NULL)
        return MPI_SUCCESS;
    step.comm = nodes->leaders;
    step.root = node;
    return native(&step, true);
}

/*
 * Each rank forwards the message with the count and type of its own call,
 * because the type signatures are equal. If the root does not lead its node, it
 * first broadcasts within its node, and then its leader is the root among the
 * leaders. Sending to the other nodes directly from such a root would save the
 * leader's copy, but needs a communicator for every rank, and usually the root
 * is a leader.
 *
 * The second step follows even after an error in the first, so that all ranks
 * make the same calls.
 */
static int two_steps(const struct channel *ch, const struct call *call)
{
    struct node_rank root = ch->nodes.of[call->root];
    bool inside_first = root.node == ch->nodes.mine && root.local != 0;
    int one = MPI_SUCCESS, two;

    if (inside_first)
        one = here(ch, call, root.local);
    two = between(&ch->nodes, call, root.node);
    if (!inside_first)
        one = here(ch, call, 0);
    return two != MPI_SUCCESS ? two : one;
}

static const struct operation bcast = {OPERATION_BCAST, false,  good,
                                       native,          inside, two_steps};

#define BCAST(name, COUNT, large)                                              \
    int name(void *buffer, COUNT count, MPI_Datatype datatype, int root,       \
             MPI_Comm comm)                                                    \
    {                                                                          \
        return OPERATION_CALL(&bcast, large, NULL, 0, datatype, buffer, count, \
                              datatype, MPI_OP_NULL, root, comm);              \
    }
OPERATION_ENTRIES(BCAST, Bcast)

#ifdef FORTRAN_NAMES
FORTRAN_BCAST(MPI_Bcast)
#endif
