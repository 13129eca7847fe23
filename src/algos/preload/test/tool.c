/* tool.c: a tool that counts the MPI calls of a program: built with -DNAME.
 * With -DSTRAIGHT it calls PMPI_* instead of the next definition. Built with
 * -DPROGRAM, a program with 40 calls of each kind; with -DWRAPPERS too, a
 * program that has functions of its own in front of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

#if !defined(PROGRAM) || defined(WRAPPERS)

enum { INIT, FINALIZE, BCAST, ALLREDUCE, BARRIER, SENDRECV, OTHER, KINDS };
static int calls[KINDS];

/* Returns the function that the tool calls instead of the program. */
static void *next(const char *pname)
{
#ifdef STRAIGHT
    return dlsym(RTLD_DEFAULT, pname);
#else
    return dlsym(RTLD_NEXT, pname + 1);
#endif
}

#define COUNTED(kind, name, params, args)                                      \
    int MPI_##name params                                                      \
    {                                                                          \
        __typeof__(MPI_##name) *to;                                            \
                                                                               \
        *(void **)&to = next("PMPI_" #name);                                   \
        calls[kind]++;                                                         \
        return to args;                                                        \
    }

#ifndef WRAPPERS
COUNTED(INIT, Init, (int *argc, char ***argv), (argc, argv))
#endif
COUNTED(BCAST, Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c),
        (b, n, t, root, c))
COUNTED(ALLREDUCE, Allreduce,
        (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op,
         MPI_Comm c),
        (in, out, n, t, op, c))
COUNTED(BARRIER, Barrier, (MPI_Comm c), (c))
COUNTED(SENDRECV, Sendrecv,
        (const void *in, int n, MPI_Datatype t, int dest, int tag, void *out,
         int m, MPI_Datatype u, int source, int from, MPI_Comm c,
         MPI_Status *s),
        (in, n, t, dest, tag, out, m, u, source, from, c, s))
COUNTED(OTHER, Reduce,
        (const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root,
         MPI_Comm c),
        (in, out, n, t, op, root, c))
COUNTED(OTHER, Allgather,
        (const void *in, int n, MPI_Datatype t, void *out, int m,
         MPI_Datatype u, MPI_Comm c),
        (in, n, t, out, m, u, c))
COUNTED(OTHER, Comm_split_type,
        (MPI_Comm c, int how, int key, MPI_Info info, MPI_Comm *made),
        (c, how, key, info, made))
COUNTED(OTHER, Comm_size, (MPI_Comm c, int *n), (c, n))
COUNTED(OTHER, Type_size, (MPI_Datatype t, int *n), (t, n))

int MPI_Finalize(void)
{
    int rank;
    __typeof__(MPI_Finalize) *to;

    calls[FINALIZE]++;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifdef NAME
    if (rank == 0)
        printf(NAME ": %d %d, %d %d %d %d, %d\n", calls[INIT], calls[FINALIZE],
               calls[BCAST], calls[ALLREDUCE], calls[BARRIER], calls[SENDRECV],
               calls[OTHER]);
#endif
    *(void **)&to = next("PMPI_Finalize");
    return to();
}

#endif
#ifdef PROGRAM

int main(int argc, char **argv)
{
    int rank, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 40; i++) {
        int sent = rank == i % 2 ? i : -1, sum = 0, got = -1;

        MPI_Bcast(&sent, 1, MPI_INT, i % 2, MPI_COMM_WORLD);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Sendrecv(&i, 1, MPI_INT, rank ^ 1, 0, &got, 1, MPI_INT, rank ^ 1, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += sent != i || sum != 1 || got != i;
    }
    MPI_Finalize();
    return wrong != 0;
}

#endif
