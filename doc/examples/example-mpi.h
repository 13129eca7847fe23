/* example-mpi.h: memory of the examples in plain MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef EXAMPLE_MPI_H
#define EXAMPLE_MPI_H

#include "example.h"

/* n elements of `size` bytes, all zero. Every page is written once, so that
 * none is touched for the first time while something is timed; the programs of
 * refnuma touch theirs before that, too. */
static inline void *zeros(size_t n, size_t size)
{
    enum { PAGE = 4096 }; /* or a part of one */
    volatile char *memory = calloc(n, size);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (size_t i = 0; i < n * size; i += PAGE)
        memory[i] = 0;
    memory[n * size - 1] = 0;
    return (void *)memory;
}

#endif /* EXAMPLE_MPI_H */
