/* residual.c: independent check of the result of a synchronization.
 *
 * Each rank compares clocks with its parent in a tree. The parent's global
 * time, corrected by the parent's own residual, serves as rank 0's clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/methods.h"
#include "clocksync/tree.h"
#include "mpi/nodes.h"

/* Measures the residuals of all ranks of comm except rank 0, whose residual is
 * known. */
static int residual_below(MPI_Comm comm, bool in_turn,
                          const struct clock *clock, int d,
                          struct clock_model *m)
{
    struct pair_offset own = {0};
    struct clock_model parent;
    int rc = tree_sweep(comm, tree_low, in_turn, clock, d, &own);

    if (rc == MPI_SUCCESS)
        rc = pairs_repeat(comm, clock, d, tree_low, &own);
    if (rc == MPI_SUCCESS)
        rc = tree_receive(comm, tree_low, &parent);
    if (rc != MPI_SUCCESS)
        return rc;
    if (own.exchanges > 0)
        m->residual = clock_to_global(&parent, own.epoch + own.offset) +
                      parent.residual - clock_to_global(m, own.epoch);
    return tree_send(comm, tree_low, m);
}

int residual_measure(MPI_Comm comm, const struct clock *clock, int d,
                     struct clock_model *m)
{
    struct nodes nodes;
    int rc = nodes_open(&nodes, comm);

    if (rc != MPI_SUCCESS)
        return rc;
    m->residual = 0;
    if (nodes.leaders != MPI_COMM_NULL)
        rc = residual_below(nodes.leaders, false, clock, d, m);
    if (rc == MPI_SUCCESS)
        rc = residual_below(nodes.node, nodes.oversubscribed, clock, d, m);
    nodes_close(&nodes);
    return rc;
}
