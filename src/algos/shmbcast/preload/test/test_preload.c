/* test_preload.c: settings and the memory budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "lib/test/unit.h"
#include "../process.h"

static void test_read(void **state)
{
    struct settings s;

    (void)state;
    unsetenv("SHMBCAST_OFF");
    unsetenv("SHMBCAST_HOST_ONLY");
    unsetenv("SHMBCAST_VERBOSE");
    unsetenv("SHMBCAST_MEMORY");
    unsetenv("SHMBCAST_CALIBRATE");
    s = settings_read(false);
    assert_false(s.off);
    assert_false(s.host_only);
    assert_int_equal(s.verbose, 0);
    assert_int_equal(s.memory, 64 << 20);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_ON);

    setenv("SHMBCAST_OFF", "yes", 1);
    setenv("SHMBCAST_HOST_ONLY", "1", 1);
    setenv("SHMBCAST_VERBOSE", "2", 1);
    setenv("SHMBCAST_MEMORY", "1Mi", 1);
    setenv("SHMBCAST_CALIBRATE", "cold", 1);
    s = settings_read(false);
    assert_true(s.off);
    assert_true(s.host_only);
    assert_int_equal(s.verbose, 2);
    assert_int_equal(s.memory, 1 << 20);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_COLD);

    setenv("SHMBCAST_OFF", "0", 1);
    setenv("SHMBCAST_HOST_ONLY", "0", 1);
    setenv("SHMBCAST_VERBOSE", "", 1);
    setenv("SHMBCAST_MEMORY", "much", 1);
    setenv("SHMBCAST_CALIBRATE", "often", 1);
    s = settings_read(false);
    assert_false(s.off);
    assert_false(s.host_only);
    assert_int_equal(s.verbose, 0);
    assert_int_equal(s.memory, 64 << 20);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_ON);
}

/* A node has one CPU, and not as many as that. */
static void test_crowded(void **state)
{
    static const struct {
        const char *openmpi, *mpich;
        bool crowded;
    } table[] = {
        {"", "", false},         {"1", "", false},      {"", "1", false},
        {"1000000", "", true},   {"", "1000000", true}, {"many", "", false},
        {"-1000000", "", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct settings s;

        setenv("OMPI_COMM_WORLD_LOCAL_SIZE", table[i].openmpi, 1);
        setenv("MPI_LOCALNRANKS", table[i].mpich, 1);
        s = settings_read(false);
        assert_int_equal(s.crowded, table[i].crowded);
    }
}

static void test_budget(void **state)
{
    (void)state;
    assert_true(budget_take(60, 100));
    assert_false(budget_take(41, 100));
    assert_true(budget_take(40, 100));
    assert_false(budget_take(1, 100));
    assert_true(budget_take(0, 100));
    assert_false(budget_take(SIZE_MAX, SIZE_MAX));
    budget_give_back(60);
    assert_true(budget_take(10, 100));
    assert_false(budget_take(1, 40)); /* a lower limit than what is taken */
}

UNIT_GROUP(preload)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_crowded),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
