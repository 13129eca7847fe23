/* barriers.c: checks under mpiexec that no rank leaves a barrier before all
 * ranks have entered it. Ranks enter at different times. Exit status 1 if a
 * barrier is broken. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
#include "measure/method.h"
#include "timers/bracket.h"

enum { ROUNDS = 10, STEP_US = 300 };

/* True if a rank left before the last one entered. Every rank is the last one
 * in some rounds. */
static int round_broken(barrier_fn *run, int round, int rank, int size)
{
    int64_t come, left, last, first; /* by one clock that all ranks share */

    MPI_Barrier(MPI_COMM_WORLD);
    usleep((useconds_t)((rank + round) % size * STEP_US));
    come = raw_now();
    if (run(MPI_COMM_WORLD, rank, size) != MPI_SUCCESS)
        return 1;
    left = raw_now();
    MPI_Allreduce(&come, &last, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&left, &first, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    return first < last;
}

static int barrier_broken(const char *name, int rank, int size)
{
    struct params given = {0};
    struct barrier_config config;
    char *cause;
    int broken = 0, rc;

    params_add(&given, "barrier", "algorithm", name);
    rc = params_read(&barrier_params, &given, &config, &cause);
    for (int i = 0; rc == 0 && i < ROUNDS; i++)
        broken += round_broken(barrier_table[config.algorithm], i, rank, size);
    if (rank == 0)
        printf("%s, %d ranks: %s\n", name, size,
               rc != 0      ? cause
               : broken > 0 ? "BROKEN"
                            : "holds");
    params_free(&given);
    return rc != 0 || broken > 0;
}

int main(int argc, char **argv)
{
    int rank, size, broken = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 1; i < argc; i++)
        broken |= barrier_broken(argv[i], rank, size);
    MPI_Finalize();
    return broken;
}
