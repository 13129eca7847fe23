/* delivery-mpi.c: what rank 3 gets from the others' windows, with a barrier
 * before the write and without. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The twin of delivery.c, with first_read=deliver. What is a load there is a
 * get here, and what is written has to be put, so that it may be got meanwhile.
 *
 * mpiexec -n 4 ./delivery-mpi [barrier=0|1]
 */
#include "example.h"

enum { READER = 3 };

static void tell_reader(int rank, int size)
{
    for (int r = 0; rank == READER && r < size; r++)
        if (r != READER)
            MPI_Recv(NULL, 0, MPI_BYTE, r, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    if (rank != READER)
        MPI_Send(NULL, 0, MPI_BYTE, READER, 0, MPI_COMM_WORLD);
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

static int show(const char *when, MPI_Win window, int size, double before,
                double after)
{
    int wrong = 0;

    printf("%s:", when);
    for (int r = 0; r < size; r++) {
        double x = load(window, r);

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
    int rank, size, wrong = 0;
    MPI_Win window;
    double *part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, NULL, NULL);
    if (size <= READER)
        give_up("delivery-mpi", "needs 4 ranks");
    MPI_Win_allocate(4096, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &part,
                     &window);

    store(window, rank, 100 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (barrier == 0) {
        if (rank != READER)
            store(window, rank, 200 + rank);
        tell_reader(rank, size);
    }
    if (rank == READER)
        wrong += show("rank 3 reads before it writes", window, size, 100,
                      barrier ? 100 : 200);
    if (barrier != 0)
        MPI_Barrier(MPI_COMM_WORLD);
    if (barrier != 0 || rank == READER)
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
