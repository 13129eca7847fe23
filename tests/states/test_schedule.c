/* test_schedule.c: states of the simulated machine: durations, frequencies,
 * repeatability. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>
#include "lib/test/unit.h"
#include "schedule.h"

enum { STAYS = 40000 };
static const int64_t uptime = INT64_C(86400) * 1000000000;

/* Statistics over a long time. */
struct seen {
    double stays, time, longer; /* longer: number of stays longer than the
                                   mean */
    double share[SCHEDULE_STATES];
};

/* Collects the statistics; a stay ends when the state changes. */
static struct seen look(const struct schedule *s, double dwell)
{
    struct seen seen = {0};
    int64_t at = uptime, begin = at;
    int state = schedule_at(s, at).state;

    while (seen.stays < STAYS) {
        struct moment m = schedule_at(s, at);

        assert_true(m.until > at);
        assert_in_range(m.state, 0, s->count - 1);
        if (m.state != state) {
            double length = (double)(at - begin) * 1e-9;

            seen.share[state] += length;
            seen.time += length;
            seen.longer += length > dwell;
            seen.stays++;
            state = m.state;
            begin = at;
        }
        at = m.until;
    }
    return seen;
}

/* With 40,000 stays 3 % are at least four standard errors. */
static bool about(double x, double expected)
{
    return fabs(x / expected - 1) < 0.03;
}

static void stays_are_exponential_and_states_equally_likely(void **state)
{
    static const double dwells[] = {0.05, 0.3, 3};

    (void)state;
    for (int count = 2; count <= SCHEDULE_STATES; count++)
        for (size_t i = 0; i < sizeof(dwells) / sizeof(dwells[0]); i++) {
            struct schedule s = schedule_of(count, dwells[i], 1);
            struct seen seen = look(&s, dwells[i]);

            assert_true(about(seen.time / seen.stays, dwells[i]));
            assert_true(about(seen.longer / seen.stays, exp(-1)));
            for (int k = 0; k < count; k++)
                assert_true(about(seen.share[k] / seen.time, 1.0 / count));
        }
}

/* The state depends only on the time, not on the caller or earlier calls. */
static void the_state_is_a_function_of_the_time(void **state)
{
    struct schedule s = schedule_of(2, 0.05, 7);
    int64_t at = uptime;

    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct moment m = schedule_at(&s, at), last;

        last = schedule_at(&s, m.until - 1);
        assert_int_equal(last.state, m.state);
        assert_true(last.until == m.until);
        assert_int_equal(schedule_at(&s, at + (m.until - at) / 2).state,
                         m.state);
        at = m.until;
    }
}

/* States every 0.1 s; the expected digits are from another implementation. */
static void stays_are_those_of_the_seed(void **state)
{
    static const struct {
        int count;
        uint64_t seed;
        const char *states;
    } rows[] = {
        {2, 1, "0000010001000000000010000000110011001101"},
        {2, 2, "1111111111111100000011111111000000011110"},
        {3, 1, "2100022000000012222022200010201222222221"},
        {1, 1, "0000000000000000000000000000000000000000"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct schedule s = schedule_of(rows[i].count, 0.3, rows[i].seed);
        char states[41] = "";

        for (int64_t k = 0; k < 40; k++)
            states[k] =
                (char)('0' + schedule_at(&s, uptime + k * 100000000).state);
        assert_string_equal(states, rows[i].states);
    }
}

static void levels_are_read(void **state)
{
    static const struct {
        const char *text;
        int rc, n;
        double last;
    } rows[] = {
        {"6", 0, 1, 6},     {"6/18", 0, 2, 18},    {".12/.40", 0, 2, 0.4},
        {"1/2/3", 0, 3, 3}, {"1/2/3/4", -1, 0, 0}, {"", -1, 0, 0},
        {"1/", -1, 0, 0},   {"-1/2", -1, 0, 0},    {"1,2", -1, 0, 0},
        {"nan", -1, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct levels l;

        assert_int_equal(levels_parse(&l, rows[i].text), rows[i].rc);
        if (rows[i].rc != 0)
            continue;
        assert_int_equal(l.n, rows[i].n);
        assert_true(levels_of(&l, SCHEDULE_STATES - 1) == rows[i].last);
    }
}

UNIT_GROUP(schedule)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_are_exponential_and_states_equally_likely),
        cmocka_unit_test(the_state_is_a_function_of_the_time),
        cmocka_unit_test(stays_are_those_of_the_seed),
        cmocka_unit_test(levels_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
