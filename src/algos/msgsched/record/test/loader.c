/* loader.c: a program that is not linked with MPI: loader PART NAME... calls
 * functions of PART, a shared object that is (built with -DPART). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <stdio.h>

#ifdef PART
#include <mpi.h>

int start(void);
int exchange(void);
int broadcast(void);
int finish(void);

int start(void)
{
    return MPI_Init(NULL, NULL);
}

/* Each rank exchanges with its neighbor; the number of ranks is even. */
int exchange(void)
{
    int rank;
    double to = 1, from = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return MPI_Sendrecv(&to, 1, MPI_DOUBLE, rank ^ 1, 5, &from, 1, MPI_DOUBLE,
                        rank ^ 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int broadcast(void)
{
    static int data;

    for (int i = 0; i < 19; i++)
        MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

int finish(void)
{
    return MPI_Finalize();
}

#else

int main(int argc, char **argv)
{
    void *part = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int rc = part == NULL;

    for (int i = 2; i < argc && rc == 0; i++) {
        int (*call)(void);

        *(void **)&call = dlsym(part, argv[i]);
        rc = call == NULL || call() != 0;
    }
    if (rc != 0)
        fprintf(stderr, "loader: failed\n");
    return rc;
}

#endif
