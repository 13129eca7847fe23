/* next.c: the functions to which an MPI part passes the program's calls on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "next.h"

struct next_mpi next_mpi;

void next_find(world_find *find, void *caller)
{
#define SET(name) *(void **)&next_mpi.name = find("MPI_" #name, caller);
    NEXT_FUNCTIONS(SET)
#undef SET
}
