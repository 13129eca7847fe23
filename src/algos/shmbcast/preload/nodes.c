/* nodes.c: the nodes of a communicator, and the broadcast in two steps. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4 is about the ranks of one node. On several the paper's broadcast
 * has two steps: among the leaders of the nodes by the MPI library, and within
 * each node by shared memory.
 */
#include "nodes.h"

#include <stdlib.h>

/* The rank in [comm] of rank 0 of [here], or -1. */
static int leader_of(MPI_Comm here, MPI_Comm comm)
{
    MPI_Group all, node;
    int zero = 0, leader = MPI_UNDEFINED;

    if (PMPI_Comm_group(comm, &all) != MPI_SUCCESS)
        return -1;
    if (PMPI_Comm_group(here, &node) == MPI_SUCCESS) {
        PMPI_Group_translate_ranks(node, 1, &zero, all, &leader);
        PMPI_Group_free(&node);
    }
    PMPI_Group_free(&all);
    return leader != MPI_UNDEFINED ? leader : -1;
}

/* From the rank of everybody's leader to the number of everybody's node. */
static int count_nodes(struct node_rank *of, int size)
{
    int count = 0;

    for (int i = 0; i < size; i++) {
        if (of[i].node < 0 || of[i].node > i)
            return -1; /* somebody does not know */
        of[i].node = of[i].node == i ? count++ : of[of[i].node].node;
    }
    return count;
}

bool nodes_init(struct nodes *nodes, int size)
{
    *nodes = (struct nodes){
        .here = MPI_COMM_NULL,
        .leaders = MPI_COMM_NULL,
        .size = size,
        .of = calloc((size_t)size, sizeof(*nodes->of)),
    };
    return nodes->of != NULL;
}

/* Of this rank; node is the rank of its leader, or -1. */
static struct node_rank find_here(struct nodes *nodes, MPI_Comm comm, int rank)
{
    struct node_rank mine = {.node = -1};

    if (PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL,
                             &nodes->here) != MPI_SUCCESS)
        return mine;
    PMPI_Comm_set_errhandler(nodes->here, MPI_ERRORS_RETURN);
    PMPI_Comm_size(nodes->here, &nodes->nhere);
    PMPI_Comm_rank(nodes->here, &mine.local);
    mine.node = leader_of(nodes->here, comm);
    return mine;
}

bool nodes_find(struct nodes *nodes, MPI_Comm comm)
{
    struct node_rank mine;
    int rank, color;

    PMPI_Comm_rank(comm, &rank);
    mine = find_here(nodes, comm, rank);
    if (PMPI_Allgather(&mine, 2, MPI_INT, nodes->of, 2, MPI_INT, comm) !=
        MPI_SUCCESS)
        return false;
    nodes->count = count_nodes(nodes->of, nodes->size);
    nodes->mine = nodes->of[rank].node;
    if (nodes->count < 2 || nodes->count == nodes->size)
        return nodes->count > 0;
    color = mine.local == 0 ? 0 : MPI_UNDEFINED;
    if (PMPI_Comm_split(comm, color, rank, &nodes->leaders) != MPI_SUCCESS)
        return false;
    if (nodes->leaders != MPI_COMM_NULL)
        PMPI_Comm_set_errhandler(nodes->leaders, MPI_ERRORS_RETURN);
    return true;
}

static void comm_free(MPI_Comm *comm)
{
    if (*comm != MPI_COMM_NULL)
        PMPI_Comm_free(comm);
}

void nodes_fini(struct nodes *nodes)
{
    comm_free(&nodes->here);
    comm_free(&nodes->leaders);
    free(nodes->of);
    nodes->of = NULL;
}

/* What the MPI library says where the root sends fewer bytes than a rank
 * expects: Open MPI takes them, MPICH finds an error. */
#ifdef OPEN_MPI
enum { SHORT_MESSAGE = MPI_SUCCESS };
#else
enum { SHORT_MESSAGE = MPI_ERR_OTHER };
#endif

int node_bcast(struct shmbcast_auto *h, int root, const struct call *call)
{
    int rc;

    if (h == NULL)
        return MPI_SUCCESS;
    rc = shmbcast_auto_bcast(call->buf, call->count, call->type, root, h);
    if (rc == MPI_SUCCESS && shmbcast_auto_missing(h) > 0)
        rc = SHORT_MESSAGE;
    return rc;
}

/* From node to node, by the library. */
static int between(const struct nodes *nodes, const struct call *call, int node)
{
    struct call step = *call;

    if (nodes->leaders == MPI_COMM_NULL)
        return MPI_SUCCESS;
    step.comm = nodes->leaders;
    step.root = node;
    return call->native(&step);
}

/*
 * Every rank passes on with the count and type of its own call: signatures are
 * equal, so nobody needs to know another's. A root that does not lead its node
 * gives the message to all of its node first, its leader too, which then is the
 * root among the leaders. Making the root itself the one who sends to the other
 * nodes would spare the leader's copy, but takes a communicator for every
 * rank; a leader that is the root, the usual case, loses nothing.
 *
 * Both steps are made in any case, so that ranks stay in step after an error.
 */
int nodes_bcast(const struct nodes *nodes, struct shmbcast_auto *h,
                const struct call *call)
{
    struct node_rank root = nodes->of[call->root];
    bool inside_first = root.node == nodes->mine && root.local != 0;
    int one = MPI_SUCCESS, two;

    if (inside_first)
        one = node_bcast(h, root.local, call);
    two = between(nodes, call, root.node);
    if (!inside_first)
        one = node_bcast(h, 0, call);
    return two != MPI_SUCCESS ? two : one;
}
