/* entries.c: the MPI functions that libshmbcast-preload.so replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "algos/preload/front.h"

const struct front_product front_product = {
    .name = "shmbcast-preload",
    .part = "libshmbcast-preload-mpi.so",
    .aside = "broadcasts are left to the program's MPI library",
    .functions = (const char *const[]){"MPI_Bcast", NULL},
};

FRONT_INITS
FRONT_FREES
FRONT_STAND_IN(MPI_Bcast, 5)
#ifdef HAVE_MPI_LARGE_COUNTS
FRONT_STAND_IN(MPI_Bcast_c, 5)
#endif
FRONT_FORTRAN_BUFFER(FRONT_STAND_IN, bcast, BCAST, 6)
