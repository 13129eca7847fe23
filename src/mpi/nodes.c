/* nodes.c: communicators of the ranks of a node, and of one leader per node;
 * rank and size of a communicator; MPI's error texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/nodes.h"

#include <unistd.h>
#include "lib/xmalloc.h"

void comm_position(MPI_Comm comm, int *rank, int *size)
{
    MPI_Comm_rank(comm, rank);
    MPI_Comm_size(comm, size);
}

char *error_text(int rc)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (MPI_Error_string(rc, text, &length) != MPI_SUCCESS)
        return xasprintf("MPI error %d", rc);
    return xstrdup(text);
}

static int leaders_split(struct nodes *nodes, MPI_Comm comm)
{
    int rank, noderank, size, n;

    comm_position(comm, &rank, &n);
    comm_position(nodes->node, &noderank, &size);
    nodes->several = size < n;
    nodes->oversubscribed = size > sysconf(_SC_NPROCESSORS_ONLN);
    return MPI_Comm_split(comm, noderank == 0 ? 0 : MPI_UNDEFINED, rank,
                          &nodes->leaders);
}

int nodes_open(struct nodes *nodes, MPI_Comm comm)
{
    int rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                 &nodes->node);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = leaders_split(nodes, comm);
    if (rc != MPI_SUCCESS)
        MPI_Comm_free(&nodes->node);
    return rc;
}

void nodes_close(struct nodes *nodes)
{
    if (nodes->leaders != MPI_COMM_NULL)
        MPI_Comm_free(&nodes->leaders);
    MPI_Comm_free(&nodes->node);
}
