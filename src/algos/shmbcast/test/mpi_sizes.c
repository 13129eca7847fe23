/* mpi_sizes.c: every root, with message sizes around the limits. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <unistd.h>

void case_sizes(struct engine *h)
{
    size_t sizes[ENGINE_SIZES];
    unsigned seed = 1;
    int n;

    n = engine_sizes(h, sizes);
    for (int root = 0; root < test_size; root++)
        for (int i = 0; i < n; i++)
            test_once(h, test_rank, root, sizes[i], seed++);
}

/* Many small messages from changing roots. */
void case_small(struct engine *h)
{
    for (int i = 0; i < 1000; i++) {
        int root = i / 3 % test_size, value = test_rank == root ? i : -1;

        EXPECT(engine_bcast(&value, 1, MPI_INT, root, h) == MPI_SUCCESS);
        EXPECT(value == i);
    }
}

/* Calls of varying sizes from varying roots, without other synchronization. */
void case_backtoback(struct engine *h)
{
    unsigned x = 7;

    for (unsigned i = 0; i < 150; i++) {
        x = x * 1103515245 + 12345;
        test_once(h, test_rank, (int)((x >> 16) % (unsigned)test_size),
                  (x >> 8) % (1u << (4 + x % 14)), i);
    }
}

/* Ranks sleep between calls: the root gets as far ahead of them as it may. */
void case_late(struct engine *h)
{
    static const size_t sizes[] = {4, 100, 3000};

    for (unsigned i = 0; i < 180; i++) {
        int root = (int)i / 60 % test_size;

        if (test_rank != root && i % 20 == 5)
            usleep(10000);
        test_once(h, test_rank, root, sizes[i / 20 % 3], i);
    }
}
