/* microshmem_mpi.c: run cases on all ranks: microshmem_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

static const struct test_case cases[] = {
    {"random", case_random},
    {"single", case_single},
    {"big", case_big},
    {"early", case_early},
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

static bool run_case(const char *name)
{
    return test_run(cases, name);
}

int main(int argc, char **argv)
{
    int status;

    test_init(&argc, &argv);
    status = test_cases(argc, argv, run_case);
    MPI_Finalize();
    return status;
}
