/* unbalanced.c: a sum over all ranks in each step, for which the ranks have
 * different amounts of work. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank i of p computes 1 + i/p times as long as rank 0 before each call of
 * MPI_Allreduce, so the last rank comes last, and all others wait for it:
 *
 * mpiexec -n 4 env LD_PRELOAD=libmpiperf-profile.so ./unbalanced [STEPS [WORK]]
 * mpiperf-compare unbalanced.profile.jsonl
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A logistic map: takes time, and its value does not depend on the machine. */
static double compute(double x, long work)
{
    for (long i = 0; i < work; i++)
        x = 3.75 * x * (1 - x);
    return x;
}

int main(int argc, char **argv)
{
    long steps = argc > 1 ? strtol(argv[1], NULL, 10) : 5000;
    long work = argc > 2 ? strtol(argv[2], NULL, 10) : 100000;
    double x, sum = 0;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    x = 0.25 + 0.5 * rank / size;
    for (long i = 0; i < steps; i++) {
        x = compute(x, work + work * rank / size);
        MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("sum of the last step: %.17g\n", sum);
    MPI_Finalize();
    return 0;
}
