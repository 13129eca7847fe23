/* histogram-add.c: all ranks count samples into one array with
 * refnuma_combine_add(). */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In an array with refnuma_combine_add() several ranks may change an element
 * between two barriers: its owner adds up their changes. histogram-mpi.c does
 * the same without the library, histogram.c without combine_add.
 *
 * mpiexec -n 4 ./histogram-add [bins=N] [samples=N] [rounds=N]
 * [OPTION=VALUE]...
 */
#include "example-refnuma.h"
#include "histogram.h"

int main(int argc, char **argv)
{
    long bins = 65536, samples = 1000000, rounds = 20;
    const struct argument own[] = {{"bins", &bins},
                                   {"samples", &samples},
                                   {"rounds", &rounds},
                                   {NULL, NULL}};
    struct refnuma_options options = refnuma_options_default();
    struct refnuma_array *sums;
    struct refnuma *context;
    double seconds;
    int status;

    MPI_Init(&argc, &argv);
    arguments(argv, own, refnuma_option, &options);
    bins = bins > 0 ? bins : 1;
    must(refnuma_init(MPI_COMM_WORLD, &options, &context));
    must(refnuma_alloc(context, (size_t)bins, MPI_LONG, &sums));
    must(refnuma_combine_add(sums));
    touch(sums, 0, (size_t)bins); /* all ranks read all sums */
    must(refnuma_barrier(context));

    seconds = -MPI_Wtime();
    for (long round = 0; round < rounds; round++) {
        count(refnuma_long(sums), bins, round, samples);
        must(refnuma_barrier(context));
    }
    seconds += MPI_Wtime();

    status =
        report("histogram-add", checksum(refnuma_long(sums), 0, bins), seconds);
    tell(context);
    refnuma_finalize(&context);
    MPI_Finalize();
    return status;
}
