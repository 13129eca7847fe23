/* microshmem_mpi.c: run cases on all ranks: microshmem_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    test_case_fn *run;
} cases[] = {
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
};

unsigned test_next(uint64_t *state, unsigned below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((*state >> 33) % below);
}

static int run_case(const char *name)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strcmp(name, cases[i].name) == 0) {
            cases[i].run();
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    int mine, total = 0, found = 0;

    test_init(&argc, &argv);
    for (int arg = 1; arg < argc; arg++) {
        int before = test_failures;

        found += run_case(argv[arg]);
        if (test_failures > before)
            fprintf(stderr, "rank %d: case %s: %d failure(s)\n", test_rank,
                    argv[arg], test_failures - before);
    }
    mine = test_failures;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (found != argc - 1 || argc < 2)
        total++;
    if (test_rank == 0)
        printf("%d case(s), %d failure(s)\n", found, total);
    MPI_Finalize();
    return total != 0;
}
