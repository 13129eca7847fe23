/* first.c: a program that knows nothing of shmbcast: microseconds of each of its first ten
 * broadcasts, and of one after 1000 more, a line "PLACE BYTES US" each; the slowest rank's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static char data[65536];

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 65536};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(data, 1, sizeof(data));
    for (int place = 1; place <= 1011; place++)
        for (int k = 0; k < 2; k++) {
            double us, most;

            MPI_Barrier(MPI_COMM_WORLD);
            us = MPI_Wtime();
            MPI_Bcast(data, sizes[k], MPI_BYTE, 0, MPI_COMM_WORLD);
            us = 1e6 * (MPI_Wtime() - us);
            MPI_Reduce(&us, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
            if (rank == 0 && (place <= 10 || place > 1010))
                printf("%d %d %.3f\n", place, sizes[k], most);
        }
    MPI_Finalize();
    return 0;
}
