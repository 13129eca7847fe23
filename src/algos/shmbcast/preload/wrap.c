/* wrap.c: MPI_Bcast and MPI_Bcast_c, put in front of the MPI library's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "call.h"

int native_bcast(const struct call *call)
{
    return PMPI_Bcast(call->buf, (int)call->count, call->type, call->root,
                      call->comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    struct call call = {buffer, count, datatype, root, comm, native_bcast};

    return preload_bcast(&call);
}

#ifdef HAVE_MPI_LARGE_COUNTS

static int native_bcast_c(const struct call *call)
{
    return PMPI_Bcast_c(call->buf, call->count, call->type, call->root,
                        call->comm);
}

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    struct call call = {buffer, count, datatype, root, comm, native_bcast_c};

    return preload_bcast(&call);
}

#endif
