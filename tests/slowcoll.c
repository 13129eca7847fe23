/* slowcoll.c: an MPI_Bcast that is far slower for messages of some sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With LD_PRELOAD=slowcoll.so, messages of 1 KiB to 4 KiB take WAIT longer:
 * every rank waits after the call of the MPI library.
 */
#include <mpi.h>

static const double wait = 200e-6;
enum { FROM = 1024, TO = 4096 };

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    int rc = PMPI_Bcast(buffer, count, datatype, root, comm), size;
    double since = PMPI_Wtime();

    PMPI_Type_size(datatype, &size);
    while (FROM <= (long long)count * size && (long long)count * size <= TO &&
           PMPI_Wtime() - since < wait)
        ;
    return rc;
}
