/* pieces.h: what it costs a rank to pack many small messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_PIECES_H
#define MSGSCHED_PIECES_H

#include <mpi.h>

#include "measure.h"

/* Sets costs->piece and costs->block, by costs->copy and what this rank tries
 * in less than a millisecond. comm is needed for MPI_Pack(). */
void ms_pieces(MPI_Comm comm, struct ms_costs *costs);

#endif /* MSGSCHED_PIECES_H */
