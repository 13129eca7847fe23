/* histogram.c: all ranks count samples in shared arrays. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two ranks must not write one element between two barriers. So each rank
 * counts in its own row of bins. After a barrier the owner of a bin adds it up
 * over all rows; after another barrier all ranks have the sums. histogram-add.c
 * lets the library add, and histogram-mpi.c does without the library.
 *
 * mpiexec -n 4 ./histogram [bins=N] [samples=N] [rounds=N] [OPTION=VALUE]...
 */
#include "example-refnuma.h"
#include "histogram.h"

struct histogram {
    struct refnuma_array *rows_array, *sums_array;
    long *rows, *sums;     /* bins of rank 0, of rank 1, ...; sums of all
                            * ranks */
    long bins, first, own; /* bins that this rank owns */
    int rank, size;
};

/* A rank writes its row, which is its section if the bins fill whole pages. It
 * reads its own bins in all rows, and finally all sums. Elements of other ranks
 * must be touched before the barrier that brings their values. */
static void histogram_open(struct histogram *h, struct refnuma *context)
{
    size_t bins = (size_t)h->bins, first, own;

    must(refnuma_alloc(context, bins * (size_t)h->size, MPI_LONG,
                       &h->rows_array));
    must(refnuma_alloc(context, bins, MPI_LONG, &h->sums_array));
    h->rows = refnuma_long(h->rows_array);
    h->sums = refnuma_long(h->sums_array);
    refnuma_section(h->sums_array, h->rank, &first, &own);
    h->first = (long)first;
    h->own = (long)own;
    for (size_t r = 0; r < (size_t)h->size; r++)
        touch(h->rows_array, r * bins + first, own);
    touch(h->rows_array, (size_t)h->rank * bins, bins);
    touch(h->sums_array, 0, bins);
    must(refnuma_barrier(context));
}

static void add_up(const struct histogram *h)
{
    for (long b = h->first; b < h->first + h->own; b++) {
        h->sums[b] = 0;
        for (long r = 0; r < h->size; r++)
            h->sums[b] += h->rows[r * h->bins + b];
    }
}

int main(int argc, char **argv)
{
    struct histogram h = {.bins = 65536};
    long samples = 1000000, rounds = 20;
    const struct argument own[] = {{"bins", &h.bins},
                                   {"samples", &samples},
                                   {"rounds", &rounds},
                                   {NULL, NULL}};
    struct refnuma_options options = refnuma_options_default();
    struct refnuma *context;
    double seconds;
    int status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &h.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &h.size);
    arguments(argv, own, refnuma_option, &options);
    h.bins = h.bins > 0 ? h.bins : 1;
    must(refnuma_init(MPI_COMM_WORLD, &options, &context));
    histogram_open(&h, context);

    seconds = -MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        count(h.rows + h.rank * h.bins, h.bins, round, samples);
        must(refnuma_barrier(context));
        add_up(&h);
        must(refnuma_barrier(context));
    }
    seconds += MPI_Wtime();

    status = report("histogram", checksum(h.sums, 0, h.bins), seconds);
    tell(context);
    refnuma_finalize(&context);
    MPI_Finalize();
    return status;
}
