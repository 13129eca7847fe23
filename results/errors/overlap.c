/* overlap.c: what a loop of linear broadcasts tells rank 1, on a simulator's
 * clock. smpirun ... overlap LAUNCHES BYTES prints, in us:
 * ranks,launches,bytes,loop,started,slowest
 *   loop     rank 1's time for all launches in a row, per launch
 *   started  rank 1's time of a launch that all ranks start at one time
 *   slowest  the slowest rank's of that launch */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The root sends to everybody in turn. */
static void linear_bcast(void *buf, int bytes, int rank, int n)
{
    for (int i = 1; i < n && rank == 0; i++)
        MPI_Send(buf, bytes, MPI_BYTE, i, 0, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Recv(buf, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Seconds that k launches take, from the time that all start at. */
static double launches_time(void *buf, int bytes, int rank, int n, int k,
                            double when)
{
    struct timespec rest = {.tv_nsec = (long)(1e9 * (when - MPI_Wtime()))};
    double start;

    nanosleep(&rest, NULL);
    start = MPI_Wtime();
    for (int i = 0; i < k; i++)
        linear_bcast(buf, bytes, rank, n);
    return MPI_Wtime() - start;
}

int main(int argc, char **argv)
{
    int k = argc > 1 ? atoi(argv[1]) : 0, bytes = argc > 2 ? atoi(argv[2]) : 0;
    char *buf = calloc(1, bytes > 0 ? (size_t)bytes : 1);
    double loop, started, slowest, of_rank[2];
    int rank, n;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    loop = launches_time(buf, bytes, rank, n, k, 0.25) / k;
    started = launches_time(buf, bytes, rank, n, 1, 0.5);
    MPI_Reduce(&started, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    of_rank[0] = loop;
    of_rank[1] = started;
    if (rank == 1)
        MPI_Send(of_rank, 2, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(of_rank, 2, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        printf("%d,%d,%d,%.4f,%.4f,%.4f\n", n, k, bytes, of_rank[0] * 1e6,
               of_rank[1] * 1e6, slowest * 1e6);
    }
    MPI_Finalize();
    free(buf);
    return 0;
}
