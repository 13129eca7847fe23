/* advise.c: three programs for mpiperf-advise. Settings of the MPI library can
 * make the first one faster, but not the other two. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * `bcast` mainly broadcasts, `late` waits for a rank that computes longer than
 * the others, `alone` hardly communicates.
 *
 * mpiexec -n 4 ./advise bcast|late|alone [STEPS]
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 10 };

/* A step: all ranks compute, then they communicate. */
static const struct program {
    const char *name;
    long steps;      /* by default */
    long work, last; /* additions per step: of most ranks; of the last rank */
    int bytes;       /* bytes to broadcast; 0: reduce a sum instead */
} programs[] = {
    {"bcast", 1000000, 0, 0, BLOCK},
    {"late", 400, 1000000, 3000000, 0},
    {"alone", 200, 8000000, 8000000, 0},
};

static const struct program *program_named(const char *name)
{
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
        if (strcmp(programs[i].name, name) == 0)
            return &programs[i];
    return NULL;
}

static double compute(long additions)
{
    double x = 0;

    for (long i = 0; i < additions; i++)
        x = 0.5 * x + 1;
    return x;
}

int main(int argc, char **argv)
{
    static char block[BLOCK];
    const struct program *p;
    double sum = 0;
    long steps;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    p = argc > 1 ? program_named(argv[1]) : NULL;
    if (p == NULL) {
        if (rank == 0)
            fprintf(stderr, "usage: advise bcast|late|alone [STEPS]\n");
        MPI_Finalize();
        return 2;
    }
    steps = argc > 2 ? atol(argv[2]) : p->steps;
    for (long i = 0; i < steps; i++) {
        double mine = compute(rank == size - 1 ? p->last : p->work), all;

        block[0] = rank == 0 ? (char)(i % 100) : 0;
        if (p->bytes > 0)
            MPI_Bcast(block, p->bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
        else
            MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        sum += p->bytes > 0 ? block[0] : all;
    }
    if (rank == size - 1)
        printf("%s: %ld steps, sum %g\n", p->name, steps, sum);
    MPI_Finalize();
    return 0;
}
