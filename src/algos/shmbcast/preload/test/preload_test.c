/* preload_test.c: an ordinary MPI program whose MPI_Bcast the library replaces;
 * usage: preload_test CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "preload_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct test_case cases[] = {
    {"sizes", case_sizes},       {"types", case_types},
    {"absolute", case_absolute}, {"large", case_large},
    {"many", case_many},         {"subcomms", case_subcomms},
    {"inter", case_inter},       {"spawn", case_spawn},
    {"threads", case_threads},   {"attributes", case_attributes},
    {"pending", case_pending},   {"killed", case_killed},
    {"leak", case_leak},         {"shorter", case_shorter},
    {"badargs", case_badargs},   {"handler", case_handler},
    {"nocomms", case_nocomms},   {NULL, NULL},
};

void test_once(MPI_Comm comm, int root, size_t nbytes, unsigned seed)
{
    unsigned char *buf = test_alloc(nbytes + 1);
    int rank;

    MPI_Comm_rank(comm, &rank);
    memset(buf, 0xa5, nbytes + 1);
    if (rank == root)
        test_fill(buf, nbytes, seed);
    EXPECT(MPI_Bcast(buf, (int)nbytes, MPI_BYTE, root, comm) == MPI_SUCCESS);
    EXPECT(test_same(buf, nbytes, seed));
    EXPECT(buf[nbytes] == 0xa5);
    free(buf);
}

void test_some(MPI_Comm comm, int n, size_t nbytes)
{
    int size;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < n; i++)
        test_once(comm, i % size, nbytes, (unsigned)i);
}

void test_warm(MPI_Comm comm)
{
    test_some(comm, 9, 100);
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
