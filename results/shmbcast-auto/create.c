/* create.c: milliseconds to make a handle of shmbcast-auto that calibrates, and one that
 * does not, a line "CALIBRATE MS" each; the slowest rank's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <shmbcast_auto.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static const char *const words[] = {"on", "off"};
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 20; i++) {
        struct shmbcast_auto_params params = shmbcast_auto_params_default();
        struct shmbcast_auto *handle;
        double ms, most;

        shmbcast_auto_params_parse(&params, "calibrate", words[i % 2], NULL);
        MPI_Barrier(MPI_COMM_WORLD);
        ms = MPI_Wtime();
        if (shmbcast_auto_create(MPI_COMM_WORLD, &params, &handle) != MPI_SUCCESS)
            MPI_Abort(MPI_COMM_WORLD, 1);
        ms = 1e3 * (MPI_Wtime() - ms);
        MPI_Reduce(&ms, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (rank == 0)
            printf("%s %.3f\n", words[i % 2], most);
        shmbcast_auto_free(&handle);
    }
    MPI_Finalize();
    return 0;
}
