/* bcast15.c: MPI_Bcast by hand on a simulator's clock: all ranks start at one
 * time, the largest end minus start, in us. smpirun ... bcast15 BYTES */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    int rank, bytes = argc > 1 ? atoi(argv[1]) : 8;
    char *buf = calloc(1, bytes > 0 ? (size_t)bytes : 1);
    struct timespec rest = {0};
    double start, took, longest;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(buf, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); /* sets up */
    rest.tv_nsec = (long)(1e9 * (0.5 - MPI_Wtime()));
    nanosleep(&rest, NULL);
    start = MPI_Wtime();
    MPI_Bcast(buf, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    took = MPI_Wtime() - start;
    MPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.4f\n", longest * 1e6);
    MPI_Finalize();
    free(buf);
    return 0;
}
