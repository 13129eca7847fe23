/* delivery.c: what a first read gives, with a barrier before the write and
 * without. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every rank writes 100 + its number into its part of an array. After a barrier
 * rank 3 reads the parts of all others, for the first time; and all ranks write
 * 200 + their number. With barrier=1, the default, there is a barrier between
 * the reading and the writing, and rank 3 finds what was written first. With
 * barrier=0 there is none, and the others write while rank 3 reads; here it
 * comes later than they do: it waits for a message from each. With
 * first_read=deliver it then gets from each part either number, since the part
 * had both after the last barrier. With first_read=undefined what it gets is
 * anything. delivery-mpi.c is the twin.
 *
 * mpiexec -n 4 ./delivery [barrier=0|1] first_read=deliver
 */
#include "example-refnuma.h"

enum { READER = 3 };

/* All write, but the reader, who would wait for itself. */
static void tell_reader(int rank, int size)
{
    for (int r = 0; rank == READER && r < size; r++)
        if (r != READER)
            MPI_Recv(NULL, 0, MPI_BYTE, r, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    if (rank != READER)
        MPI_Send(NULL, 0, MPI_BYTE, READER, 0, MPI_COMM_WORLD);
}

/* Prints one element of each part; returns how many are none of those expected.
 */
static int show(const char *when, const double *parts, size_t length, int size,
                double before, double after)
{
    int wrong = 0;

    printf("%s:", when);
    for (int r = 0; r < size; r++) {
        double x = parts[(size_t)r * length];

        wrong += x != before + r && x != after + r;
        printf(" %g", x);
    }
    printf("\n");
    return wrong;
}

int main(int argc, char **argv)
{
    long barrier = 1;
    const struct argument own[] = {{"barrier", &barrier}, {NULL, NULL}};
    struct refnuma_options options = refnuma_options_default();
    struct refnuma_array *array;
    struct refnuma_info info;
    struct refnuma *context;
    double *parts;
    size_t length;
    int rank, size, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, refnuma_option, &options);
    if (size <= READER)
        give_up("delivery", "needs 4 ranks");
    must(refnuma_init(MPI_COMM_WORLD, &options, &context));
    refnuma_info(context, NULL, &info);
    length = (size_t)info.page / sizeof(double); /* a page for each rank */
    must(refnuma_alloc(context, length * (size_t)size, MPI_DOUBLE, &array));
    parts = refnuma_double(array);

    parts[(size_t)rank * length] = 100 + rank;
    must(refnuma_barrier(context));
    if (barrier == 0) {
        if (rank != READER)
            parts[(size_t)rank * length] = 200 + rank;
        tell_reader(rank, size);
    }
    if (rank == READER)
        wrong += show("rank 3 reads before it writes", parts, length, size, 100,
                      barrier ? 100 : 200);
    if (barrier != 0)
        must(refnuma_barrier(context));
    if (barrier != 0 || rank == READER)
        parts[(size_t)rank * length] = 200 + rank;
    must(refnuma_barrier(context));
    if (rank == READER)
        wrong += show("rank 3 reads after the next barrier", parts, length,
                      size, 200, 200);

    MPI_Bcast(&wrong, 1, MPI_INT, READER, MPI_COMM_WORLD);
    refnuma_finalize(&context);
    MPI_Finalize();
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
