/* microshmem_mpi.c: runs cases on all ranks; usage: microshmem_mpi CASE...
 * Worlds, misuse, and the cases of the other files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <stddef.h>

/* ---- several worlds at the same time ------------------------------------ */

/* The barrier of a world delivers the puts of that world. */
static void case_worlds(void)
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
    MPI_Comm_free(&comm); /* the world has its own duplicate */
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

/* The program initialized MPI, so finalize() must not finalize it. */
static void case_init(void)
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

/* ---- errors that end the program with a message ------------------------- */

static char *memory(void)
{
    microshmem_init_comm(MPI_COMM_WORLD);
    return microshmem_malloc(100);
}

static void case_stray(void)
{
    long here = 0;

    memory();
    microshmem_long_p(&here, 1, 0);
}

static void case_beyond(void)
{
    microshmem_putmem(memory() + 90, "0123456789", 11, 0);
}

static void case_no_pe(void)
{
    microshmem_putmem(memory(), "0", 1, test_size);
}

static void case_stranger(void)
{
    microshmem_putmem(memory(), "0", 1, (test_rank + 1) % test_size);
    microshmem_exchange();
}

static void case_worldless(void)
{
    microshmem_barrier_all();
}

static void case_huge(void)
{
    microshmem_init_comm(MPI_COMM_WORLD);
    microshmem_malloc((size_t)1 << 41);
}

static void case_unequal(void)
{
    memory();
    microshmem_barrier_all();
    microshmem_malloc(test_rank == 0 ? 0 : 100);
    microshmem_malloc(100);
    microshmem_barrier_all();
}

static void case_unfreed(void)
{
    char *first = memory();

    microshmem_malloc(100);
    microshmem_barrier_all();
    if (test_rank == 0)
        microshmem_free(first);
    else
        microshmem_barrier_all();
}

/* ----------------------------------------------------------------------------
 */

static const struct test_case cases[] = {
    {"random", case_random},
    {"single", case_single},
    {"big", case_big},
    {"watched", case_watched},
    {"exchange", case_exchange},
    {"bits", case_bits},
    {"broadcast", case_broadcast},
    {"worlds", case_worlds},
    {"init", case_init},
    {"ring", case_ring},
    {"quiet", case_quiet},
    {"stray", case_stray},
    {"beyond", case_beyond},
    {"no-pe", case_no_pe},
    {"stranger", case_stranger},
    {"worldless", case_worldless},
    {"huge", case_huge},
    {"unequal", case_unequal},
    {"unfreed", case_unfreed},
    {NULL, NULL},
};

unsigned test_next(uint64_t *state, unsigned below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*state >> 33) % below);
}

bool test_run_case(const char *name)
{
    return test_run(cases, name);
}
