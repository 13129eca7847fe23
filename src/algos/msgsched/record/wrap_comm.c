/* wrap_comm.c: communicators are made of others. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "part.h"

#include "comms.h"

/* Those that all ranks of the parent call: its arguments, and the parent. */
#define MAKES(name, params, args, parent)                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        int rc = PMPI_##name args;                                             \
                                                                               \
        if (record_on() && rc == MPI_SUCCESS)                                  \
            comms_made(parent, *made);                                         \
        return rc;                                                             \
    }

MAKES(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made), comm)
MAKES(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
      (comm, info, made), comm)
MAKES(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made),
      (comm, color, key, made), comm)
MAKES(Comm_split_type,
      (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
      (comm, type, key, info, made), comm)
MAKES(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made),
      (comm, group, made), comm)
MAKES(Cart_create,
      (MPI_Comm comm, int ndims, const int dims[], const int periods[],
       int reorder, MPI_Comm *made),
      (comm, ndims, dims, periods, reorder, made), comm)
MAKES(Cart_sub, (MPI_Comm comm, const int remain[], MPI_Comm *made),
      (comm, remain, made), comm)
MAKES(Graph_create,
      (MPI_Comm comm, int nnodes, const int index[], const int edges[],
       int reorder, MPI_Comm *made),
      (comm, nnodes, index, edges, reorder, made), comm)
MAKES(Dist_graph_create,
      (MPI_Comm comm, int n, const int sources[], const int degrees[],
       const int destinations[], const int weights[], MPI_Info info,
       int reorder, MPI_Comm *made),
      (comm, n, sources, degrees, destinations, weights, info, reorder, made),
      comm)
MAKES(Dist_graph_create_adjacent,
      (MPI_Comm comm, int indegree, const int sources[],
       const int sourceweights[], int outdegree, const int destinations[],
       const int destweights[], MPI_Info info, int reorder, MPI_Comm *made),
      (comm, indegree, sources, sourceweights, outdegree, destinations,
       destweights, info, reorder, made),
      comm)
