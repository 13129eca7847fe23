/* test_arrival.c: who comes late by how much; when clocks are renewed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include "mpiperf/measure/arrival.h"
#include "mpiperf/measure/clocks.h"

static struct arrival parsed(const char *text)
{
    struct arrival a;
    char *cause = NULL;

    assert_int_equal(arrival_parse(&a, text, &cause), 0);
    return a;
}

static void assert_delay(const struct arrival *a, int rank, int size,
                         double seconds)
{
    for (uint64_t launch = 0; launch < 3; launch++)
        assert_true(fabs(arrival_delay(a, rank, size, launch) - seconds) <
                    1e-15);
}

static void test_none(void **state)
{
    struct arrival a = parsed("none");

    (void)state;
    assert_null(a.pattern);
    assert_delay(&a, 3, 4, 0);
}

static void test_ramps(void **state)
{
    struct arrival up = parsed("up:30"), down = parsed("down:30");

    (void)state;
    for (int rank = 0; rank < 4; rank++) {
        assert_delay(&up, rank, 4, rank * 10e-6);
        assert_delay(&down, rank, 4, (3 - rank) * 10e-6);
    }
    assert_delay(&up, 0, 1, 0); /* nobody to be late for */
    assert_delay(&down, 0, 1, 0);
}

static void test_last(void **state)
{
    struct arrival a = parsed("last:2.5");

    (void)state;
    for (int rank = 0; rank < 5; rank++)
        assert_delay(&a, rank, 5, rank == 4 ? 2.5e-6 : 0);
    assert_delay(&a, 0, 1, 0);
}

/* Uniform, different from rank to rank and launch to launch, and repeatable. */
static void test_random(void **state)
{
    enum { RANKS = 7, LAUNCHES = 3000, BINS = 10 };
    struct arrival a = parsed("random:10");
    int bins[BINS] = {0};

    (void)state;
    for (uint64_t launch = 0; launch < LAUNCHES; launch++) {
        for (int rank = 0; rank < RANKS; rank++) {
            double t = arrival_delay(&a, rank, RANKS, launch);

            assert_true(t >= 0 && t < 10e-6);
            assert_true(t == arrival_delay(&a, rank, RANKS, launch));
            assert_true(t != arrival_delay(&a, rank, RANKS, launch + 1));
            assert_true(t != arrival_delay(&a, (rank + 1) % RANKS, RANKS,
                                           launch));
            bins[(int)(t * 1e5 * BINS)]++;
        }
    }
    /* 2100 each, standard deviation 43: five of them are never exceeded. */
    for (int i = 0; i < BINS; i++)
        assert_in_range(bins[i], 2100 - 215, 2100 + 215);
}

/* At the pace seen, the models are wrong by the budget when they are renewed. */
static void test_interval(void **state)
{
    (void)state;
    /* 2 us in 4 s: a budget of 1 us lasts 2 s */
    assert_true(clocks_interval(1e-6, 4, 2e-6, 0) == 2);
    /* no jump at all: half as long again as before, a minute at most */
    assert_true(clocks_interval(1e-6, 4, 0, 0) == 6);
    assert_true(clocks_interval(1e-6, 50, 0, 0) == 60);
    assert_true(clocks_interval(1e-6, 50, 0, 100) == 2000);
    assert_true(clocks_interval(1e-6, 4, 0.1e-6, 0) == 6);
    /* a twentieth of the time at most, whatever the drift */
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.5) == 10);
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.0001) == 0.002);
}

static ticks_t stopped_read(void)
{
    return 0;
}

/* On a budget they are renewed when it is used up, whatever comes next; without
 * one before every case, never within one. A shared clock needs neither. */
static void test_stale(void **state)
{
    static const struct {
        bool each_case, shared;
        double age;
        bool before_case, between_stages;
    } rows[] = {
        {false, false, 0.5, false, false}, {false, false, 2, true, true},
        {false, true, 2, false, false},    {true, false, 0, true, false},
        {true, false, 1e6, true, false},   {true, true, 1e6, false, false},
    };
    const struct timer timer = {.read = stopped_read};
    const struct clock clock = {.timer = &timer, .ticks_per_sec = 1};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct clocks c = {
            .shared = rows[i].shared,
            .config.each_case = rows[i].each_case,
            .interval = 1,
            .taken = -rows[i].age,
            .renewed = -rows[i].age,
        };

        assert_int_equal(clocks_stale(&c, &clock, true), rows[i].before_case);
        assert_int_equal(clocks_stale(&c, &clock, false),
                         rows[i].between_stages);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none),     cmocka_unit_test(test_ramps),
        cmocka_unit_test(test_last),     cmocka_unit_test(test_random),
        cmocka_unit_test(test_interval), cmocka_unit_test(test_stale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
