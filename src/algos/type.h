/* type.h: is a datatype's data one dense run of bytes? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TYPE_H
#define ALGOS_TYPE_H

#include <mpi.h>
#include <stdbool.h>

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
