/* histogram.h: the samples of the histogram examples. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "example.h"

/* Returns the bin of sample i. Bins in the middle get more samples. */
static inline long bin_of(long i, long bins)
{
    uint64_t x = scatter((uint64_t)i);

    return ((long)((x & 0xffffffff) % (uint64_t)bins) +
            (long)((x >> 32) % (uint64_t)bins)) /
           2;
}

/* Counts this rank's share of a round's samples. */
static inline void count(long *counts, long bins, long round, long samples)
{
    int rank, size;
    long end;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    end = part(samples, rank + 1, size);
    for (long i = part(samples, rank, size); i < end; i++)
        counts[bin_of(round * samples + i, bins)]++;
}

#endif /* HISTOGRAM_H */
