/* jacobi-mpi.c: heat on a square plate by Jacobi's method, with messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Does the same as jacobi.c. A rank has only its own rows, and a copy of the
 * row above and of the row below, which it receives before each sweep.
 *
 * mpiexec -n 4 ./jacobi-mpi [n=CELLS] [sweeps=N]
 */
#include "example-mpi.h"

struct plate {
    size_t n, first, rows; /* cells along a side; rows of this rank */
    int up, down;          /* ranks, or MPI_PROC_NULL */
    double *cells[2];      /* rows + 2 rows, of which this rank's begin with the
                            * second */
};

static void plate_open(struct plate *p)
{
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    p->first = (size_t)part((long)p->n, rank, size);
    p->rows = (size_t)part((long)p->n, rank + 1, size) - p->first;
    p->up = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    p->down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int i = 0; i < 2; i++) {
        p->cells[i] = zeros((p->rows + 2) * p->n, sizeof(double));
        for (size_t x = 0; rank == 0 && x < p->n; x++)
            p->cells[i][p->n + x] = 100;
    }
}

static void plate_close(struct plate *p)
{
    free(p->cells[0]);
    free(p->cells[1]);
}

/* Sends the first own row up and the last one down. */
static void exchange(const struct plate *p, double *cells)
{
    int n = (int)p->n;
    double *first = cells + p->n, *last = cells + p->rows * p->n;

    MPI_Sendrecv(first, n, MPI_DOUBLE, p->up, 0, last + p->n, n, MPI_DOUBLE,
                 p->down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(last, n, MPI_DOUBLE, p->down, 1, cells, n, MPI_DOUBLE, p->up,
                 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void sweep(const struct plate *p, const double *restrict now,
                  double *restrict next)
{
    size_t n = p->n, from = p->first > 0 ? 1 : 2;
    size_t to = p->first + p->rows < n ? p->rows : p->rows - 1;

    for (size_t y = from; y <= to; y++)
        for (size_t i = y * n + 1; i < y * n + n - 1; i++)
            next[i] =
                0.25 * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n]);
}

int main(int argc, char **argv)
{
    long n = 1024, sweeps = 200;
    const struct argument own[] = {
        {"n", &n}, {"sweeps", &sweeps}, {NULL, NULL}};
    struct plate p;
    double seconds;
    int size, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, NULL, NULL);
    p.n = (size_t)(n < size ? size : n); /* a row for each rank */
    plate_open(&p);
    MPI_Barrier(MPI_COMM_WORLD);

    seconds = -MPI_Wtime();
    for (long s = 0; s < sweeps; s++) {
        exchange(&p, p.cells[s % 2]);
        sweep(&p, p.cells[s % 2], p.cells[(s + 1) % 2]);
    }
    seconds += MPI_Wtime();

    status =
        report("jacobi-mpi",
               checksum_of_parts(p.cells[sweeps % 2] + p.n,
                                 (long)(p.first * p.n), (long)(p.rows * p.n)),
               seconds);
    plate_close(&p);
    MPI_Finalize();
    return status;
}
