/* example-refnuma.h: options, errors and statistics of refnuma, for the
 * examples. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef EXAMPLE_REFNUMA_H
#define EXAMPLE_REFNUMA_H

#include <refnuma.h>
#include "example.h"

/* For arguments(): parses options of refnuma, such as detect=twin. */
static inline const char *refnuma_option(void *options, const char *name,
                                         const char *value)
{
    const char *why = NULL;

    return refnuma_options_parse(options, name, value, &why) == 0 ? NULL : why;
}

/* Ends the program if a collective call has failed, which it does on all
 * ranks. */
static inline void must(int rc)
{
    if (rc != MPI_SUCCESS)
        give_up("refnuma", refnuma_failure());
}

/* Like must(), for refnuma_touch_range(), which may fail on one rank only. */
static inline void touch(struct refnuma_array *array, size_t first, size_t n)
{
    if (refnuma_touch_range(array, first, n) == MPI_SUCCESS)
        return;
    fprintf(stderr, "refnuma: %s\n", refnuma_failure());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Prints rank 0's statistics: touched pages, sent data, time in barriers. */
static inline void tell(const struct refnuma *context)
{
    struct refnuma_info info;
    long long mine[2], sum[2];
    int rank;

    refnuma_info(context, NULL, &info);
    mine[0] = info.races;
    mine[1] = info.undefined;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(mine, sum, 2, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank != 0)
        return;
    printf("rank 0: foreign pages %lld, read by others %lld, twins %lld\n",
           (long long)info.touched, (long long)info.shared,
           (long long)info.twins);
    printf("rank 0: barriers %lld, in %.6f s, messages %lld, bytes %lld\n",
           (long long)info.barriers, info.seconds, (long long)info.messages,
           (long long)info.bytes);
    printf("all ranks: races %lld, undefined %lld\n", sum[0], sum[1]);
}

#endif /* EXAMPLE_REFNUMA_H */
