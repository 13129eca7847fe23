/* other_mpi.c: an MPI library that is none of those there are: what of one
 * libshmbcast-preload.so looks at. Handles are pointers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "other_mpi.h"

#include <string.h>

struct other_call other_last;

int PMPI_Bcast(void *buffer, int count, void *type, int root, void *comm)
{
    other_last = (struct other_call){buffer, count, type, root, comm};
    return OTHER_DONE;
}

int MPI_Bcast(void *buffer, int count, void *type, int root, void *comm)
{
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Get_library_version(char *version, int *length)
{
    strcpy(version, "Other MPI\t1.0, of today\nand more of it");
    *length = (int)strlen(version);
    return 0;
}
