/* histogram-mpi.c: all ranks count samples and add them up by MPI_Allreduce. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Does the same as histogram.c and histogram-add.c.
 *
 * mpiexec -n 4 ./histogram-mpi [bins=N] [samples=N] [rounds=N]
 */
#include "example-mpi.h"
#include "histogram.h"

int main(int argc, char **argv)
{
    long bins = 65536, samples = 1000000, rounds = 20, *counts, *sums;
    const struct argument own[] = {{"bins", &bins},
                                   {"samples", &samples},
                                   {"rounds", &rounds},
                                   {NULL, NULL}};
    double seconds;
    int status;

    MPI_Init(&argc, &argv);
    arguments(argv, own, NULL, NULL);
    bins = bins > 0 ? bins : 1;
    counts = zeros((size_t)bins, sizeof(*counts));
    sums = zeros((size_t)bins, sizeof(*sums));
    MPI_Barrier(MPI_COMM_WORLD);

    seconds = -MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        count(counts, bins, round, samples);
        MPI_Allreduce(counts, sums, (int)bins, MPI_LONG, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    seconds += MPI_Wtime();

    status = report("histogram-mpi", checksum(sums, 0, bins), seconds);
    free(counts);
    free(sums);
    MPI_Finalize();
    return status;
}
