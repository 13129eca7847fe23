/* mpi_sizes.c: every root, tree, geometry and interesting message size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

static void all_sizes(const char *text)
{
    struct shmbcast *h = test_create(MPI_COMM_WORLD, text);
    size_t f, b;
    unsigned seed = 1;

    if (h == NULL)
        return;
    f = shmbcast_params(h)->f;
    b = f * (size_t)shmbcast_params(h)->s;
    for (int root = 0; root < test_size; root++) {
        const size_t sizes[] = {0,     1,     7,     f - 1,     f,
                                f + 1, b - 1, b + 1, 2 * b + 3, b};

        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
            test_once(h, test_rank, root, sizes[i], seed++);
    }
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    EXPECT(h == NULL);
}

void case_sizes(void)
{
    static const char *const geometries[] = {
        "f=4Ki s=1 q=1", "f=4Ki s=2 q=1",  "f=4Ki s=2 q=2",  "f=8Ki s=4 q=4",
        "f=8Ki s=4 q=1", "f=12Ki s=6 q=3", "f=8Ki s=64 q=4", "preset=paper",
    };

    for (size_t i = 0; i < sizeof(geometries) / sizeof(geometries[0]); i++)
        all_sizes(geometries[i]);
}

void case_trees(void)
{
    static const char *const trees[] = {
        "f=4Ki s=4 tree=flat",     "f=4Ki s=4 tree=chain",
        "f=4Ki s=4 tree=binary",   "f=4Ki s=4 tree=1-ary",
        "f=4Ki s=4 tree=3-ary",    "f=4Ki s=4 tree=binomial",
        "f=4Ki s=4 tree=3-nomial", "f=4Ki s=4 tree=8-nomial",
        "preset=collsm",           "preset=mvapich",
    };

    for (size_t i = 0; i < sizeof(trees) / sizeof(trees[0]); i++)
        all_sizes(trees[i]);
}

/* With more ranks: a few handles, each a mixture of all of the above. */
void case_alltrees(void)
{
    static const char *const mixed[] = {
        "f=4Ki s=4 q=2 tree=binary",   "f=4Ki s=2 q=1 tree=chain",
        "f=4Ki s=3 q=3 tree=3-nomial", "f=8Ki s=1 q=1 tree=flat",
        "f=4Ki s=4 q=1 tree=3-ary",
    };

    for (size_t i = 0; i < sizeof(mixed) / sizeof(mixed[0]); i++)
        all_sizes(mixed[i]);
}

/* Many small messages: sets are opened back to back by changing roots. */
void case_small(void)
{
    struct shmbcast *h = test_create(MPI_COMM_WORLD, "preset=default");

    for (int i = 0; h != NULL && i < 1000; i++) {
        int root = i / 3 % test_size, value = test_rank == root ? i : -1;

        EXPECT(shmbcast_bcast(&value, 1, MPI_INT, root, h) == MPI_SUCCESS);
        EXPECT(value == i);
    }
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
}

/* No synchronization between calls but the calls: sizes and roots vary. */
void case_backtoback(void)
{
    static const char *const geometries[] = {"f=4Ki s=1 q=1", "f=4Ki s=2 q=2",
                                             "f=4Ki s=6 q=3", "f=4Ki s=8 q=2"};

    for (size_t g = 0; g < sizeof(geometries) / sizeof(geometries[0]); g++) {
        struct shmbcast *h = test_create(MPI_COMM_WORLD, geometries[g]);
        unsigned x = 7;

        for (unsigned i = 0; h != NULL && i < 150; i++) {
            x = x * 1103515245 + 12345;
            test_once(h, test_rank, (int)((x >> 16) % (unsigned)test_size),
                      (x >> 8) % (1u << (4 + x % 14)), i);
        }
        EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    }
}
