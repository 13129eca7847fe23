/* delivery-mpi.c: what rank 3 gets from other ranks' windows, with and without
 * a barrier before they write. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Does the same as delivery.c with first_read=deliver. Loads become MPI_Get;
 * stores become MPI_Put, because gets may happen at the same time.
 *
 * mpiexec -n 4 ./delivery-mpi [barrier=0|1]
 */
#include "example.h"

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

static void store(MPI_Win window, int rank, double value)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    MPI_Put(&value, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, window);
    MPI_Win_unlock(rank, window);
}

static double load(MPI_Win window, int rank)
{
    double value;

    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window);
    MPI_Get(&value, 1, MPI_DOUBLE, rank, 0, 1, MPI_DOUBLE, window);
    MPI_Win_unlock(rank, window);
    return value;
}

/* Prints one element of each part. Returns how many differ from the expected
 * value: `wrote_early` + rank on early ranks, `wrote_late` + rank on others. */
static int show(const char *when, MPI_Win window, int size, double wrote_early,
                double wrote_late)
{
    int wrong = 0;

    printf("%s:", when);
    for (int r = 0; r < size; r++) {
        double x = load(window, r);

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
    int rank, size, wrong = 0;
    MPI_Win window;
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, NULL, NULL);
    if (size <= READER)
        give_up("delivery-mpi", "needs 4 ranks");
    MPI_Win_allocate(4096, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &window);

    store(window, rank, 100 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (barrier == 0 && early(rank))
        store(window, rank, 200 + rank);
    if (barrier == 0)
        wait_for_early(rank, size);
    if (rank == READER)
        wrong += show("rank 3 reads before it writes", window, size,
                      barrier ? 100 : 200, 100);
    if (barrier == 0)
        wait_for_reader(rank, size);
    else
        MPI_Barrier(MPI_COMM_WORLD);
    if (barrier != 0 || !early(rank))
        store(window, rank, 200 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == READER)
        wrong +=
            show("rank 3 reads after the next barrier", window, size, 200, 200);

    MPI_Bcast(&wrong, 1, MPI_INT, READER, MPI_COMM_WORLD);
    MPI_Win_free(&window);
    MPI_Finalize();
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
