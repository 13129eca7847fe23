/* dtype.h: the data types and reductions of messages, and their layout. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DTYPE_H
#define OPS_DTYPE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/names.h"

enum dtype_kind { DTYPE_BYTES, DTYPE_INT, DTYPE_FLOAT };

/* Payload bytes of one element lie in pieces, in this order. */
struct piece {
    size_t offset, length;
};

/*
 * An element holds `size` bytes of payload within `extent` bytes of memory.
 * create() makes the MPI type and commits it (the caller frees it with
 * MPI_Type_free); predefined types have none and set `mpi` instead.
 */
struct dtype {
    const char *name;
    const char *help;
    enum dtype_kind kind;
    size_t size, extent;
    const struct piece *pieces; /* npieces of them, ascending */
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
 * A reduction operation; apply() is a op b, exact for our test data: whole
 * numbers below 4096, with the bits of `always` set. A user-defined one has a
 * function to be made an MPI_Op of, predefined ones set `mpi` instead.
 */
struct redop {
    const char *name;
    const char *help;
    unsigned kinds; /* 1 << enum dtype_kind for those it is defined for */
    MPI_Op mpi;
    MPI_User_function *function;
    int commute;
    int64_t always;
    bool grows;   /* exact only while all but one rank's are 1 */
    bool logical; /* tells zero from all else only */
    int64_t (*apply)(int64_t a, int64_t b);
};

extern const struct redop *const redop_table[]; /* NULL-terminated */

static inline const struct redop *redop_find(const char *name)
{
    return names_row(redop_table, name);
}

#endif /* OPS_DTYPE_H */
