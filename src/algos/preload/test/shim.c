/* shim.c: an MPI library in front of another one, with its own handles. Built
 * with -DBACKEND it calls the real library's PMPI_*. With -DSHIM it has the
 * functions that programs call, and loads the backend. Else it is a program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifdef BACKEND
#include <mpi.h>

static MPI_Comm comm_of(const void *handle)
{
    return handle == (void *)1 ? MPI_COMM_WORLD : MPI_COMM_NULL;
}

int shim_Init(void *argc, void *argv)
{
    return PMPI_Init(argc, argv);
}

int shim_Finalize(void)
{
    return PMPI_Finalize();
}

int shim_Bcast(void *buffer, int count, void *type, int root, void *comm)
{
    return type == (void *)2
               ? PMPI_Bcast(buffer, count, MPI_INT, root, comm_of(comm))
               : 1;
}

int shim_Get_library_version(char *version, int *length)
{
    return PMPI_Get_library_version(version, length);
}

#else

int MPI_Init(void *argc, void *argv);
int MPI_Finalize(void);
int MPI_Bcast(void *buffer, int count, void *type, int root, void *comm);
int MPI_Get_library_version(char *version, int *length);

#ifdef SHIM
#include <dlfcn.h>

#define FORWARD(name, params, args)                                            \
    int MPI_##name params                                                      \
    {                                                                          \
        __typeof__(MPI_##name) *to;                                            \
                                                                               \
        *(void **)&to =                                                        \
            dlsym(dlopen(BACKEND_FILE, RTLD_NOW | RTLD_LOCAL), "shim_" #name); \
        return to args;                                                        \
    }

FORWARD(Init, (void *argc, void *argv), (argc, argv))
FORWARD(Finalize, (void), ())
FORWARD(Bcast, (void *buffer, int count, void *type, int root, void *comm),
        (buffer, count, type, root, comm))
FORWARD(Get_library_version, (char *version, int *length), (version, length))

__attribute__((constructor)) static void load(void)
{
    dlopen(BACKEND_FILE, RTLD_NOW | RTLD_LOCAL);
}

#else

int main(int argc, char **argv)
{
    int x = 7, wrong = MPI_Init(&argc, &argv);

    for (int i = 0; i < 12; i++)
        wrong += MPI_Bcast(&x, 1, (void *)2, 0, (void *)1);
    return wrong + MPI_Finalize();
}

#endif
#endif
