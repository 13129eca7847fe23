/* test_watchdog.c: when a rank is stuck, and how the case is described. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/watchdog.h"

UNIT_TEST(test_limit)
{
    static const struct {
        double stuck_after, max_time, limit;
    } rows[] = {
        {NAN, 5, 50},         {NAN, 0.05, 30}, {NAN, 3, 30},
        {NAN, INFINITY, 300}, {0, 5, 0},       {2, INFINITY, 2},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(watchdog_limit(rows[i].stuck_after, rows[i].max_time) ==
                    rows[i].limit);
}

/* The description fits into `where`, whatever the case. */
UNIT_TEST(test_next)
{
    struct op op = {.name = "bcast"};
    struct choice choice = {.op = &op};
    struct bench_case c = {.choice = &choice, .procs = 2, .bytes = 4096};
    struct watchdog w = {.rank = 1, .algo = "dead"};

    watchdog_next(NULL, &c, 1);
    watchdog_next(&w, &c, 1);
    assert_string_equal(w.where, ", 2 ranks, 4096 bytes, pass 1: rank 1");
    assert_null(w.algo);
    op.flags = OP_NODATA;
    c.procs = 1;
    watchdog_next(&w, &c, 20);
    assert_string_equal(w.where, ", 1 rank, pass 20: rank 1");
    c = (struct bench_case){&choice, INT_MAX, NULL, 0, INT64_MIN,
                            0,       false,   0,    0};
    op.flags = 0;
    w.rank = INT_MIN;
    watchdog_next(&w, &c, LONG_MIN);
    assert_memory_equal(w.where + strlen(w.where) - 11, "-2147483648", 11);
}

/* Every step changes the value, even one to the same place. */
UNIT_TEST(test_steps)
{
    struct watchdog w = {0};
    uint64_t last = w.step;

    watchdog_step(NULL, PLACE_CALL);
    for (int i = 0; i < 3; i++) {
        watchdog_algo(&w, "dead", PLACE_CALL);
        assert_true(w.step != last && (w.step & PLACE_MASK) == PLACE_CALL);
        last = w.step;
    }
    assert_string_equal(w.algo, "dead");
}
