/* test_preload.c: settings and the memory budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../process.h"

/* Assumes that a node has at least one CPU and less than a million. */
UNIT_TEST(test_crowded)
{
    static const struct {
        const char *openmpi, *mpich;
        bool crowded;
    } table[] = {
        {"", "", false},         {"1", "", false},      {"", "1", false},
        {"1000000", "", true},   {"", "1000000", true}, {"many", "", false},
        {"-1000000", "", false},
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct settings s;

        setenv("OMPI_COMM_WORLD_LOCAL_SIZE", table[i].openmpi, 1);
        setenv("MPI_LOCALNRANKS", table[i].mpich, 1);
        s = settings_read(false);
        assert_int_equal(s.crowded, table[i].crowded);
    }
}

UNIT_TEST(test_budget)
{
    assert_true(budget_take(60, 100));
    assert_false(budget_take(41, 100));
    assert_true(budget_take(40, 100));
    assert_false(budget_take(1, 100));
    assert_true(budget_take(0, 100));
    assert_false(budget_take(SIZE_MAX, SIZE_MAX));
    budget_give_back(60);
    assert_true(budget_take(10, 100));
    assert_false(budget_take(1, 40)); /* more than the limit is taken already */
}
