/* dtype.h: data types of messages, and reduction operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DTYPE_H
#define OPS_DTYPE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/names.h"

enum dtype_kind { DTYPE_BYTES, DTYPE_INT, DTYPE_FLOAT };

/* A contiguous piece of an element's payload. */
struct piece {
    size_t offset, length;
};

/* A data type whose elements have `size` bytes of payload in `extent` bytes of
 * memory. create() creates and commits the MPI type, which the caller frees by
 * MPI_Type_free(). Predefined types have `mpi` instead. */
struct dtype {
    const char *name;
    const char *help;
    enum dtype_kind kind;
    size_t size, extent;
    const struct piece *pieces; /* npieces pieces, ascending */
    size_t npieces;
    MPI_Datatype mpi;
    int (*create)(MPI_Datatype *type);
};

extern const struct dtype *const dtype_table[]; /* NULL-terminated */

static inline const struct dtype *dtype_find(const char *name)
{
    return names_row(dtype_table, name);
}

/*
 * A reduction operation. apply() returns a op b; the result is exact for our
 * test data: whole numbers below 4096 with the bits of `always` set.
 * User-defined operations have a function for MPI_Op_create(), predefined ones
 * have `mpi` instead.
 */
struct redop {
    const char *name;
    const char *help;
    unsigned kinds; /* set of types that it accepts: bits 1 << enum
                     * dtype_kind */
    MPI_Op mpi;
    MPI_User_function *function;
    int commute;
    int64_t always;
    bool grows;   /* exact only if all ranks but one have the value 1 */
    bool logical; /* only tells zero from nonzero */
    int64_t (*apply)(int64_t a, int64_t b);
};

extern const struct redop *const redop_table[]; /* NULL-terminated */

static inline const struct redop *redop_find(const char *name)
{
    return names_row(redop_table, name);
}

#endif /* OPS_DTYPE_H */
