/* counts.h: what MPI answers as an MPI_Count, by the call that this MPI has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_COUNTS_H
#define ALGOS_COUNTS_H

#include <mpi.h>

/*
 * AS_COUNT(MPI_Type_size)(type, &size): MPI-4's large-count call, or that of
 * MPI-3 of the same arguments, which MPI-4.1 deprecates. Likewise
 * MPI_Type_get_extent, MPI_Type_get_true_extent and the profiling interface's.
 */
#if MPI_VERSION >= 4
#define AS_COUNT(call) call##_c
#else
#define AS_COUNT(call) call##_x
#endif

#endif /* ALGOS_COUNTS_H */
