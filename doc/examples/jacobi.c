/* jacobi.c: heat on a square plate by Jacobi's method, with shared arrays. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plate has n x n cells. Its border keeps its temperature; each sweep sets
 * every inner cell to the mean of its four neighbours. A rank computes some
 * rows, and reads the rows above and below them as if they were its own.
 * jacobi-mpi.c computes the same bits with messages.
 *
 * mpiexec -n 4 ./jacobi [n=CELLS] [sweeps=N] [OPTION-OF-REFNUMA=VALUE]...
 */
#include "example-refnuma.h"

struct plate {
    size_t n, row, rows; /* cells along a side; rows of this rank */
    /* A sweep reads one array and writes the other. */
    struct refnuma_array *array[2];
    double *cells[2];
};

static void plate_open(struct plate *p, struct refnuma *context, int i)
{
    size_t col, cols;
    int rank, size;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    must(refnuma_alloc_blocks(context, p->n, p->n, p->n, size, 1, MPI_DOUBLE,
                              &p->array[i]));
    refnuma_block(p->array[i], rank, &p->row, &p->rows, &col, &cols);
    p->cells[i] = refnuma_double(p->array[i]);
}

/* New arrays are zero, so only the hot side is written. Rows that this rank
 * will read are touched before the barrier, which then brings their values. */
static void plate_heat(struct plate *p, int i)
{
    size_t from = p->row > 0 ? p->row - 1 : 0;
    size_t to = p->row + p->rows < p->n ? p->row + p->rows + 1 : p->n;

    touch(p->array[i], from * p->n, (to - from) * p->n);
    for (size_t x = 0; p->row == 0 && x < p->n; x++)
        p->cells[i][x] = 100;
}

static void sweep(const struct plate *p, const double *restrict now,
                  double *restrict next)
{
    size_t n = p->n, to = p->row + p->rows;

    for (size_t y = p->row > 0 ? p->row : 1; y < to && y < n - 1; y++)
        for (size_t i = y * n + 1; i < y * n + n - 1; i++)
            next[i] =
                0.25 * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n]);
}

int main(int argc, char **argv)
{
    long n = 1024, sweeps = 200;
    const struct argument own[] = {
        {"n", &n}, {"sweeps", &sweeps}, {NULL, NULL}};
    struct refnuma_options options = refnuma_options_default();
    struct refnuma *context;
    struct plate p;
    double seconds;
    int size, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, refnuma_option, &options);
    p.n = (size_t)(n < size ? size : n); /* a row for each rank */
    must(refnuma_init(MPI_COMM_WORLD, &options, &context));
    for (int i = 0; i < 2; i++) {
        plate_open(&p, context, i);
        plate_heat(&p, i);
    }
    must(refnuma_barrier(context));

    seconds = -MPI_Wtime();
    for (long s = 0; s < sweeps; s++) {
        sweep(&p, p.cells[s % 2], p.cells[(s + 1) % 2]);
        must(refnuma_barrier(context));
    }
    seconds += MPI_Wtime();

    status =
        report("jacobi",
               checksum_of_parts(p.cells[sweeps % 2] + p.row * p.n,
                                 (long)(p.row * p.n), (long)(p.rows * p.n)),
               seconds);
    tell(context);
    refnuma_finalize(&context);
    MPI_Finalize();
    return status;
}
