/* call.h: one call of MPI_Bcast, whatever language and name it came by. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CALL_H
#define PRELOAD_CALL_H

#include <mpi.h>

struct call {
    void *buf;
    MPI_Count count;
    MPI_Datatype type;
    int root;
    MPI_Comm comm;
    /* the MPI library's own, which takes this count */
    int (*native)(const struct call *call);
};

/* Do it: by shared memory where that can be, else natively. Returns what
 * MPI_Bcast() returns; errors have been through the error handler. */
int preload_bcast(const struct call *call);

/* The native broadcast with a count that is an int. */
int native_bcast(const struct call *call);

#endif /* PRELOAD_CALL_H */
