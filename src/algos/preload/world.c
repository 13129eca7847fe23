/* world.c: MPI calls of a library that is not linked with MPI. It looks up the
 * functions that it needs in the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "world.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

enum { TAG = 0x6d70 }; /* of MPI_Comm_create_group(); programs rarely use it */

/* In Open MPI's mpi.h, handles are addresses of its data; in MPICH's and that
 * of the MPI ABI they are numbers. */
#ifdef OPEN_MPI
#define HANDLE(type, number, symbol) ((type)data(symbol, find, caller))

/* Finds data of the MPI library, or the program's copy of it (copy
 * relocation). */
static void *data(const char *symbol, world_find *find, void *caller)
{
    void *found = dlsym(RTLD_DEFAULT, symbol);

    return found != NULL ? found : find(symbol, caller);
}
#else
#define HANDLE(type, number, symbol) (number)
#endif
#define WORLD HANDLE(MPI_Comm, MPI_COMM_WORLD, "ompi_mpi_comm_world")

/* Declares `call` as a pointer to the program's function [name]. */
#define FIND(call, name)                                                       \
    __typeof__(name) *call = NULL;                                             \
    *(void **)&(call) = find(#name, caller)

int world_size(world_find *find, void *caller)
{
    int size = 0;
    FIND(ask, PMPI_Comm_size);

    return ask != NULL && ask(WORLD, &size) == MPI_SUCCESS ? size : 0;
}

bool world_agree(bool mine, world_find *find, void *caller)
{
    FIND(group_of, PMPI_Comm_group);
    FIND(group_free, PMPI_Group_free);
    FIND(create, PMPI_Comm_create_group);
    FIND(reduce, PMPI_Allreduce);
    FIND(comm_free, PMPI_Comm_free);
    int in = mine, all = 0;
    MPI_Group group;
    MPI_Comm comm;

    if (group_of == NULL || group_free == NULL || create == NULL ||
        reduce == NULL || comm_free == NULL ||
        group_of(WORLD, &group) != MPI_SUCCESS)
        return false;
    if (create(WORLD, group, TAG, &comm) == MPI_SUCCESS) {
        reduce(&in, &all, 1, HANDLE(MPI_Datatype, MPI_INT, "ompi_mpi_int"),
               HANDLE(MPI_Op, MPI_MIN, "ompi_mpi_op_min"), comm);
        comm_free(&comm);
    }
    group_free(&group);
    return all;
}
