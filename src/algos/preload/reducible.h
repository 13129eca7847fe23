/* reducible.h: which operations of reductions go with which datatypes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_REDUCIBLE_H
#define PRELOAD_REDUCIBLE_H

#include <mpi.h>
#include <stdbool.h>

/*
 * True if the MPI standard lets a reduction combine elements of [type] by [op].
 * An MPI library may accept more, or report an error; that is left to it. The
 * last answer is remembered for each thread, because looking a pair up takes
 * about as long as a short reduction.
 */
bool reducible(MPI_Op op, MPI_Datatype type);

#endif /* PRELOAD_REDUCIBLE_H */
