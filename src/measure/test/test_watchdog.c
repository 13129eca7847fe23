/* test_watchdog.c: what is said of a rank that is stuck or crashes, and when.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>
#include "lib/test/unit.h"
#include "measure/watchdog.h"

static void test_limit(void **state)
{
    static const struct {
        double stuck_after, max_time, limit;
    } rows[] = {
        {NAN, 5, 50},         {NAN, 0.05, 30}, {NAN, 3, 30},
        {NAN, INFINITY, 300}, {0, 5, 0},       {2, INFINITY, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(watchdog_limit(rows[i].stuck_after, rows[i].max_time) ==
                    rows[i].limit);
}

static void test_describe(void **state)
{
    struct op op = {.name = "bcast"};
    struct choice choice = {.op = &op};
    struct bench_case c = {.choice = &choice, .procs = 2, .bytes = 4096};
    struct watchdog_case at;

    (void)state;
    watchdog_describe(&at, &c, 1);
    assert_string_equal(at.ranks, ", 2 ranks, 4096 bytes, pass 1");
    op.flags = OP_NODATA;
    c.procs = 1;
    watchdog_describe(&at, &c, 20);
    assert_string_equal(at.ranks, ", 1 rank, pass 20");
}

static void test_line(void **state)
{
    static const struct {
        enum watchdog_place place;
        const char *algo, *crash, *end;
    } rows[] = {
        {PLACE_CALL, "dead", NULL,
         "bcast:dead, 2 ranks: rank 1 has been in the call for 30 s\n"},
        {PLACE_OPENING, NULL, NULL,
         "bcast, 2 ranks: rank 1 has been opening it for 30 s\n"},
        {PLACE_BEFORE, "dead", NULL,
         "bcast:dead, 2 ranks: rank 1 has not been in the call yet: it waits "
         "for the others\n"},
        {PLACE_AFTER, "dead", NULL,
         "bcast:dead, 2 ranks: rank 1 has left the call: it waits for the "
         "others\n"},
        {PLACE_CALL, "dead", "bus error",
         "bcast:dead, 2 ranks: rank 1 crashed (bus error) in the call\n"},
        {PLACE_OPENING, "dead", "abort",
         "bcast:dead, 2 ranks: rank 1 crashed (abort) opening it\n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct watchdog_case at = {
            .op = "bcast", .algo = rows[i].algo, .ranks = ", 2 ranks"};
        char line[WATCHDOG_LINE + 1];

        line[watchdog_line(line, &at, rows[i].place, "rank 1", "30 s",
                           rows[i].crash)] = '\0';
        assert_memory_equal(line, "mpiperf: ", 9);
        assert_string_equal(line + 9, rows[i].end);
    }
}

/* Whatever a variant is called, the line is whole. */
static void test_long_line(void **state)
{
    char label[2 * WATCHDOG_LINE], line[WATCHDOG_LINE];
    const struct watchdog_case at = {.op = "bcast", .algo = label};
    size_t n;

    (void)state;
    memset(label, 'x', sizeof(label) - 1);
    label[sizeof(label) - 1] = '\0';
    n = watchdog_line(line, &at, PLACE_CALL, "rank 1", "30 s", NULL);
    assert_int_equal(n, WATCHDOG_LINE);
    assert_int_equal(line[n - 1], '\n');
}

/* Every step is seen, also one to the same place. */
static void test_steps(void **state)
{
    struct watchdog w = {0};
    uint64_t last = w.step;

    (void)state;
    watchdog_step(NULL, PLACE_CALL);
    for (int i = 0; i < 3; i++) {
        watchdog_algo(&w, "dead", PLACE_CALL);
        assert_true(w.step != last && (w.step & PLACE_MASK) == PLACE_CALL);
        last = w.step;
    }
    assert_string_equal(w.at.algo, "dead");
}

UNIT_GROUP(watchdog)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_limit), cmocka_unit_test(test_describe),
        cmocka_unit_test(test_line),  cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_steps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
