/* graph.h: neighbors of a communicator with a topology. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_GRAPH_H
#define MSGSCHED_GRAPH_H

#include <mpi.h>
#include <stdbool.h>

/* Ranks to whom this one sends, and from whom it receives; MPI_PROC_NULL at the
 * edge of a grid. */
struct ms_ends {
    int nout, nin;
    int *out, *in;
    bool grid; /* what goes one way in a dimension comes from the other way */
};

/* MPI_ERR_TOPOLOGY: the communicator has none, as all ranks see.
 * MPI_ERR_NO_MEM: this rank's memory is out. */
int ms_ends_open(struct ms_ends *ends, MPI_Comm graph);
/* Also after a failure. */
void ms_ends_close(struct ms_ends *ends);

#endif /* MSGSCHED_GRAPH_H */
