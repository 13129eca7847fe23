/* example-mpi.h: memory for the examples in plain MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef EXAMPLE_MPI_H
#define EXAMPLE_MPI_H

#include "example.h"

/* Allocates n elements of `size` bytes, all zero. Touches every page, so that
 * no timed code causes page faults; the refnuma programs do so, too. */
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
