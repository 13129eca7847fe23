/* entries.c: the MPI functions that libmpiperf-tuned.so replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "algos/preload/front.h"

const struct front_product front_product = {
    .name = "mpiperf-tuned",
    .part = "libmpiperf-tuned-mpi.so",
    .aside = "all calls are left to the program's MPI library",
};

FRONT_STAND_IN(MPI_Init, 2)
FRONT_STAND_IN(MPI_Init_thread, 4)
FRONT_STAND_IN(MPI_Bcast, 5)
#ifdef HAVE_MPI_LARGE_COUNTS
FRONT_STAND_IN(MPI_Bcast_c, 5)
#endif
#ifdef FORTRAN_NAMES
FRONT_FORTRAN(FRONT_STAND_IN, init, INIT, 1)
FRONT_FORTRAN(FRONT_STAND_IN, init_thread, INIT_THREAD, 3)
FRONT_FORTRAN(FRONT_STAND_IN, bcast, BCAST, 6)
#endif
