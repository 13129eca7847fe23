/* test_preload.c: settings and the memory budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "lib/test/unit.h"
#include "../process.h"
#include "algos/param.h"

static void test_bytes(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        size_t value;
    } table[] = {
        {"0", true, 0},
        {"1", true, 1},
        {"4096", true, 4096},
        {"8Ki", true, 8192},
        {"64Mi", true, (size_t)64 << 20},
        {"3Gi", true, (size_t)3 << 30},
        {"18446744073709551615", true, SIZE_MAX},
        {"18446744073709551616", false, 0},
        {"17179869184Gi", false, 0},
        {"", false, 0},
        {"-1", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1K", false, 0},
        {"1.5Mi", false, 0},
        {"Mi", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        size_t value = 7;

        assert_int_equal(al_size_parse(table[i].text, &value) == 0,
                         table[i].ok);
        assert_int_equal(value, table[i].ok ? table[i].value : 7);
    }
}

static void test_read(void **state)
{
    struct settings s;

    (void)state;
    unsetenv("SHMBCAST_OFF");
    unsetenv("SHMBCAST_HOST_ONLY");
    unsetenv("SHMBCAST_VERBOSE");
    unsetenv("SHMBCAST_MEMORY");
    unsetenv("SHMBCAST_CALIBRATE");
    s = settings_read();
    assert_false(s.off);
    assert_false(s.host_only);
    assert_int_equal(s.verbose, 0);
    assert_int_equal(s.memory, 64 << 20);
    assert_true(s.memory_ok);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_ON);
    assert_true(s.calibrate_ok);

    setenv("SHMBCAST_OFF", "yes", 1);
    setenv("SHMBCAST_HOST_ONLY", "1", 1);
    setenv("SHMBCAST_VERBOSE", "2", 1);
    setenv("SHMBCAST_MEMORY", "1Mi", 1);
    setenv("SHMBCAST_CALIBRATE", "cold", 1);
    s = settings_read();
    assert_true(s.off);
    assert_true(s.host_only);
    assert_int_equal(s.verbose, 2);
    assert_int_equal(s.memory, 1 << 20);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_COLD);
    assert_true(s.calibrate_ok);

    setenv("SHMBCAST_OFF", "0", 1);
    setenv("SHMBCAST_HOST_ONLY", "0", 1);
    setenv("SHMBCAST_VERBOSE", "", 1);
    setenv("SHMBCAST_MEMORY", "much", 1);
    setenv("SHMBCAST_CALIBRATE", "often", 1);
    s = settings_read();
    assert_false(s.off);
    assert_false(s.host_only);
    assert_int_equal(s.verbose, 0);
    assert_int_equal(s.memory, 64 << 20);
    assert_false(s.memory_ok);
    assert_int_equal(s.calibrate, SHMBCAST_AUTO_CALIBRATE_ON);
    assert_false(s.calibrate_ok);
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
        s = settings_read();
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
    assert_int_equal(budget_most(), 100);
}

UNIT_GROUP(preload)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_crowded),
        cmocka_unit_test(test_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
