/* preload-put.c: for LD_PRELOAD: MPI_Put is off by one byte. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>

/* Leaves out the last element, so that nothing outside the window is
 * accessed. */
int MPI_Put(const void *origin_addr, int origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    if (origin_count > 0)
        return PMPI_Put(origin_addr, origin_count - 1, origin_datatype,
                        target_rank, target_disp + 1, target_count - 1,
                        target_datatype, win);
    return PMPI_Put(origin_addr, origin_count, origin_datatype, target_rank,
                    target_disp, target_count, target_datatype, win);
}
