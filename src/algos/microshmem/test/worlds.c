/* worlds.c: several worlds beside each other. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <stddef.h>

/* What is put in one world waits for that world's barrier. */
void case_worlds(void)
{
    struct microshmem *all, *half;
    int next, pe, pes;
    MPI_Comm comm;
    long *a, *h;

    EXPECT(microshmem_select(NULL) == NULL);
    MPI_Comm_split(MPI_COMM_WORLD, test_rank % 2, -test_rank, &comm);
    microshmem_init_comm(MPI_COMM_WORLD);
    EXPECT(microshmem_my_pe() == test_rank && microshmem_n_pes() == test_size);
    a = microshmem_malloc(sizeof(*a));
    all = microshmem_select(NULL);
    microshmem_init_comm(comm);
    MPI_Comm_rank(comm, &pe);
    MPI_Comm_free(&comm); /* it was duplicated */
    EXPECT(microshmem_my_pe() == pe);
    pes = microshmem_n_pes();
    EXPECT(pes == (test_size + 1 - test_rank % 2) / 2);
    h = microshmem_malloc(sizeof(*h));
    half = microshmem_select(all);

    next = (test_rank + 1) % test_size;
    microshmem_long_p(a, 100 + test_rank, next);
    EXPECT(microshmem_select(half) == all);
    microshmem_long_p(h, 200 + pe, (pe + 1) % pes);
    microshmem_barrier_all();
    EXPECT(*h == 200 + (pe + pes - 1) % pes && *a == 0);
    microshmem_select(all);
    microshmem_barrier_all();
    EXPECT(*a == 100 + (test_rank + test_size - 1) % test_size);
    microshmem_finalize();
    EXPECT(microshmem_select(half) == NULL);
    microshmem_barrier_all();
    microshmem_finalize();
}

/* MPI was initialized by the program, and stays so. */
void case_init(void)
{
    int finalized;

    for (int i = 0; i < 3; i++) {
        microshmem_init();
        EXPECT(microshmem_n_pes() == test_size);
        microshmem_finalize();
    }
    MPI_Finalized(&finalized);
    EXPECT(!finalized);
}
