/* type.h: queries of datatypes in MPI-3 and MPI-4: is a type a contiguous run
 * of bytes? Also large types and error classes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TYPE_H
#define ALGOS_TYPE_H

#include <mpi.h>
#include <stdbool.h>

/* AS_COUNT(PMPI_Type_size)(type, &size) calls the large-count function of MPI-4
 * or, before MPI-4, the function with the same arguments, which MPI-4.1
 * deprecates. Also for PMPI_Type_get_extent, PMPI_Type_get_true_extent and the
 * MPI_ names. */
#if MPI_VERSION >= 4
#define AS_COUNT(call) call##_c
#else
#define AS_COUNT(call) call##_x
#endif

/*
 * True if an element is `size` bytes without gaps, in ascending order.
 * Comparing size with true extent is not enough, because the blocks of an
 * indexed type may be in any order. So the function looks at how the type was
 * constructed. It knows basic types, and dup, contiguous, resized and gapless
 * vectors of dense types. For all other types it returns false, and they are
 * packed, which is slower but correct. Local.
 */
bool sb_type_dense(MPI_Datatype type);

/* True if the type is predefined, so that its handle is never reused. */
bool sb_type_named(MPI_Datatype type);

/* Makes a datatype of `count` elements, which may exceed INT_MAX. The caller
 * frees the datatype. */
int sb_type_large(MPI_Datatype type, MPI_Count count, MPI_Datatype *large);

/* Returns the error class of [code]. Error codes may differ between ranks;
 * error classes do not. */
static inline int al_error_class(int code)
{
    int class;

    return PMPI_Error_class(code, &class) == MPI_SUCCESS ? class
                                                         : MPI_ERR_OTHER;
}

#endif /* ALGOS_TYPE_H */
