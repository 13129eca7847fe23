/* delivery.c: what a first read returns, with and without a barrier before the
 * write. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every rank r writes 100 + r into its part of an array, and all ranks call the
 * barrier. Then rank 3 reads all other parts for the first time, and all ranks
 * write 200 + r into their parts.
 *
 * With barrier=1, the default, a second barrier separates the reads from these
 * writes. With first_read=deliver rank 3 then reads 100 + r.
 *
 * With barrier=0 there is no second barrier. Some ranks write before rank 3
 * reads, the others after it. The program orders them by messages, so that it
 * always prints the same: even ranks write before. With first_read=deliver a
 * first read returns a value that the element had since the last barrier: 200 +
 * r from an even rank r, 100 + r from an odd one. A program without these
 * messages may get either value.
 *
 * With first_read=undefined rank 3 reads undefined values. delivery-mpi.c does
 * the same with MPI windows.
 *
 * mpiexec -n 4 ./delivery [barrier=0|1] first_read=deliver
 */
#include "example-refnuma.h"

enum { READER = 3 };

/* Without the barrier: true if a rank writes before rank 3 reads. */
static int early(int rank)
{
    return rank % 2 == 0;
}

/* On rank 3, waits until all early ranks have called this. */
static void wait_for_early(int rank, int size)
{
    if (early(rank))
        MPI_Send(NULL, 0, MPI_BYTE, READER, 0, MPI_COMM_WORLD);
    for (int r = 0; rank == READER && r < size; r++)
        if (early(r))
            MPI_Recv(NULL, 0, MPI_BYTE, r, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

/* On ranks that are not early, waits until rank 3 has called this. */
static void wait_for_reader(int rank, int size)
{
    for (int r = 0; rank == READER && r < size; r++)
        if (r != READER && !early(r))
            MPI_Send(NULL, 0, MPI_BYTE, r, 0, MPI_COMM_WORLD);
    if (rank != READER && !early(rank))
        MPI_Recv(NULL, 0, MPI_BYTE, READER, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* Prints one element of each part. Returns how many differ from the expected
 * value: `wrote_early` + rank on early ranks, `wrote_late` + rank on others. */
static int show(const char *when, const double *parts, size_t length, int size,
                double wrote_early, double wrote_late)
{
    int wrong = 0;

    printf("%s:", when);
    for (int r = 0; r < size; r++) {
        double x = parts[(size_t)r * length];

        wrong += x != (early(r) ? wrote_early : wrote_late) + r;
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
    if (barrier == 0 && early(rank))
        parts[(size_t)rank * length] = 200 + rank;
    if (barrier == 0)
        wait_for_early(rank, size);
    if (rank == READER)
        wrong += show("rank 3 reads before it writes", parts, length, size,
                      barrier ? 100 : 200, 100);
    if (barrier == 0)
        wait_for_reader(rank, size);
    else
        must(refnuma_barrier(context));
    if (barrier != 0 || !early(rank))
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
