/* entries.c: the MPI functions that libmpiperf-tuned.so replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "algos/preload/front.h"

const struct front_product front_product = {
    .name = "mpiperf-tuned",
    .part = "libmpiperf-tuned-mpi.so",
    .aside = "all calls are left to the program's MPI library",
    .functions =
        (const char *const[]){"MPI_Bcast", "MPI_Allreduce", "MPI_Reduce",
                              "MPI_Allgather", "MPI_Reduce_scatter_block",
                              "MPI_Barrier", NULL},
};

FRONT_INITS
FRONT_FREES
FRONT_STAND_IN(MPI_Bcast, 5)
#ifdef HAVE_MPI_LARGE_COUNTS
FRONT_STAND_IN(MPI_Bcast_c, 5)
FRONT_STAND_IN(MPI_Allreduce_c, 6)
FRONT_STAND_IN(MPI_Reduce_c, 7)
FRONT_STAND_IN(MPI_Allgather_c, 7)
#endif
FRONT_STAND_IN(MPI_Allreduce, 6)
FRONT_STAND_IN(MPI_Reduce, 7)
FRONT_STAND_IN(MPI_Allgather, 7)
FRONT_STAND_IN(MPI_Reduce_scatter_block, 6)
FRONT_STAND_IN(MPI_Barrier, 1)
FRONT_FORTRAN(FRONT_STAND_IN, barrier, BARRIER, 2)
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, bcast, BCAST, 6)
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, allreduce, ALLREDUCE, 7)
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, reduce, REDUCE, 8)
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, allgather, ALLGATHER, 8)
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, reduce_scatter_block, REDUCE_SCATTER_BLOCK,
                     7)
