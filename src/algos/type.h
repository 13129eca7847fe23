/* type.h: what MPI says of a datatype, by the calls that this MPI has, and
 * whether its data are one dense run of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TYPE_H
#define ALGOS_TYPE_H

#include <mpi.h>
#include <stdbool.h>

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

/*
 * True if one element is size bytes without gaps, in ascending order. Size
 * equal to true extent is not enough: the blocks of an indexed type may lie in
 * any order. So the way the type was made is analysed: basic types, and dup,
 * contiguous, resized and gapless vectors of such. False for the rest, which
 * then are packed: slower, but never wrong. Local.
 */
bool sb_type_dense(MPI_Datatype type);

/* True if the type is predefined: its handle never means anything else. */
bool sb_type_named(MPI_Datatype type);

#endif /* ALGOS_TYPE_H */
