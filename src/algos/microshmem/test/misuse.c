/* misuse.c: what ends the program, with a line that says why. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <stddef.h>
#include <stdint.h>

static char *memory(void)
{
    microshmem_init_comm(MPI_COMM_WORLD);
    return microshmem_malloc(100);
}

void case_stray(void)
{
    long here = 0;

    memory();
    microshmem_long_p(&here, 1, 0);
}

void case_beyond(void)
{
    microshmem_putmem(memory() + 90, "0123456789", 11, 0);
}

void case_no_pe(void)
{
    microshmem_putmem(memory(), "0", 1, test_size);
}

void case_stranger(void)
{
    microshmem_putmem(memory(), "0", 1, (test_rank + 1) % test_size);
    microshmem_exchange();
}

void case_worldless(void)
{
    microshmem_barrier_all();
}

void case_huge(void)
{
    microshmem_init_comm(MPI_COMM_WORLD);
    microshmem_malloc((size_t)1 << 41);
}

void case_unequal(void)
{
    memory();
    microshmem_barrier_all();
    microshmem_malloc(test_rank == 0 ? 0 : 100);
    microshmem_malloc(100);
    microshmem_barrier_all();
}

void case_unfreed(void)
{
    char *first = memory();

    microshmem_malloc(100);
    microshmem_barrier_all();
    if (test_rank == 0)
        microshmem_free(first);
    else
        microshmem_barrier_all();
}
