/* simulated.c: detects an MPI library that simulates time (SMPI). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "mpi/simulated.h"

bool time_is_simulated(void)
{
#ifdef HAVE_SMPI
    return true;
#else
    return false;
#endif
}
