/* exchange_distances.h: distances of nodes out of a file that rank 0 reads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_EXCHANGE_DISTANCES_H
#define ADAPTERS_EXCHANGE_DISTANCES_H

#include <mpi.h>
#include <stdint.h>

struct distances {
    int *at; /* nodes x nodes, row by row, malloced; NULL: there is no file */
    int nodes;
    uint64_t digest; /* tells them from others */
};

/* Collective over comm; other ranks need not see the file; NULL: none. 0, or on
 * all ranks an MPI error code, with *cause malloced. */
int distances_load(const char *file, MPI_Comm comm, struct distances *d,
                   char **cause);

#endif /* ADAPTERS_EXCHANGE_DISTANCES_H */
