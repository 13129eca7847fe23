/* test_timers.c: all timers that are available here; detecting bad timers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include "lib/test/unit.h"
#include "timers/bracket.h"
#include "timers/quality.h"
#include "timers/timers.h"

enum { MANY = 10000 };

UNIT_TEST(find_knows_the_table_only)
{
    for (size_t i = 0; timer_table[i] != NULL; i++) {
        assert_non_null(timer_table[i]->help);
        assert_ptr_equal(timer_find(timer_table[i]->name), timer_table[i]);
    }
    assert_null(timer_find("sundial"));
    assert_null(timer_find(""));
    assert_null(timer_find("ts"));
}

UNIT_TEST(open_says_why_not)
{
    for (size_t i = 0; timer_table[i] != NULL; i++) {
        struct clock c = {0};
        const char *cause = NULL;

        if (clock_open(&c, timer_table[i], &cause) != 0) {
            assert_non_null(cause);
            assert_null(c.timer);
            continue;
        }
        assert_null(cause);
        assert_ptr_equal(c.timer, timer_table[i]);
        assert_true(c.ticks_per_sec >= 1e6);
        for (int k = 0; k < MANY; k++) {
            ticks_t before = clock_read(&c);

            assert_true(clock_read(&c) >= before);
        }
    }
}

UNIT_TEST(wait_ends_at_the_deadline_or_later)
{
    struct clock c;
    const char *cause;
    ticks_t deadline;

    assert_int_equal(clock_open(&c, &timer_monotonic, &cause), 0);
    deadline = clock_read(&c) + clock_ticks(&c, 100e-6);
    assert_true(clock_wait(&c, deadline) >= deadline);
    assert_true(clock_wait(&c, deadline) >= deadline);
}

/* Shifts are distributed like the sum of two uniform ones, never equal the
 * previous one, and are repeatable. */
UNIT_TEST(shifts_cover_two_steps)
{
    enum { LAUNCHES = 10000 };
    int below[4] = {0};

    for (uint64_t launch = 0; launch < LAUNCHES; launch++) {
        double d = clock_shift(launch);

        assert_true(d >= 0 && d < CLOCK_SHIFT);
        assert_true(d == clock_shift(launch));
        assert_true(d != clock_shift(launch + 1));
        for (int i = 0; i < 4; i++)
            below[i] += d < 0.6 * i;
    }
    /* expected: 0.129, 0.5, 0.871 */
    assert_in_range(below[1], 0.119 * LAUNCHES, 0.139 * LAUNCHES);
    assert_in_range(below[2], 0.485 * LAUNCHES, 0.515 * LAUNCHES);
    assert_in_range(below[3], 0.861 * LAUNCHES, 0.881 * LAUNCHES);
}

/* A coarse clock: the launch begins at or after the deadline, plus its
 * shift. */
UNIT_TEST(start_is_shifted_after_the_deadline)
{
    struct clock c;
    const char *cause;
    ticks_t deadline;

    assert_int_equal(clock_open(&c, &timer_monotonic, &cause), 0);
    c.step = 1e-6;
    c.spins = c.step * spin_rate() / 2; /* half: core speeds change */
    deadline = clock_read(&c) + clock_ticks(&c, 100e-6);
    assert_true(clock_start(&c, deadline, 0) >= deadline);
    for (int i = 0; i < 10; i++) {
        ticks_t soon = clock_read(&c);

        assert_true(clock_start(&c, soon, 100) - soon >= 10000);
    }
}

/* The expected numbers come from another implementation of xorshift64. */
UNIT_TEST(spin_does_its_work)
{
    const uint64_t seed = UINT64_C(88172645463325252);

    assert_true(spin_steps(seed, 0) == seed);
    assert_true(spin_steps(seed, 1) == UINT64_C(8748534153485358512));
    assert_true(spin_steps(seed, 2) == UINT64_C(3040900993826735515));
    assert_true(spin_steps(1, 4096) == UINT64_C(15846333869755411255));
}

/* A clock that advances by 1 per reading and is set back at every 100th. */
static ticks_t set_back_read(void)
{
    static ticks_t now;

    now += 1;
    if (now % 100 == 0)
        now -= 50000;
    return now;
}

UNIT_TEST(wait_ends_when_the_clock_is_set_back)
{
    static const struct timer timer = {.read = set_back_read};
    const struct clock c = {.timer = &timer, .ticks_per_sec = 1e6};
    ticks_t before = clock_read(&c), after = clock_wait(&c, before + 200);

    assert_int_equal(after, 100 - 50000);
    assert_true(clock_set_back(&c, before, after) == 0.049901);
    assert_true(clock_set_back(&c, 1000, 0) == 0); /* 1 ms is ignored */
    assert_true(clock_set_back(&c, 0, 1000) == 0);
}

/* ticks_of() limits times that are out of range. */
UNIT_TEST(seconds_beyond_all_ticks_are_the_farthest)
{
    static const struct {
        double seconds, rate;
        ticks_t ticks;
    } rows[] = {
        {0, 1e9, 0},
        {1.5e-9, 1e9, 2},
        {-1.5, 1e9, -1500000000},
        {4e9, 1e9, 4000000000000000000},
        {4.7e9, 1e9, TICKS_MOST},
        {1e15, 3e9, TICKS_MOST},
        {-1e15, 3e9, -TICKS_MOST},
        {1e300, 1e12, TICKS_MOST},
        {INFINITY, 1e9, TICKS_MOST},
        {-INFINITY, 1e9, -TICKS_MOST},
        {NAN, 1e9, TICKS_MOST},
    };
    struct clock c = {.timer = &timer_monotonic};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        c.ticks_per_sec = rows[i].rate;
        assert_true(clock_ticks(&c, rows[i].seconds) == rows[i].ticks);
    }
    assert_true(TICKS_MOST - -(TICKS_MOST - 1) > 0); /* no overflow */
}

UNIT_TEST(quality_has_all_figures)
{
    struct clock clocks[16];
    struct timer_quality q[16];
    size_t n = 0;

    for (size_t i = 0; timer_table[i] != NULL; i++) {
        const char *cause;

        if (clock_open(&clocks[n], timer_table[i], &cause) == 0)
            n++;
    }
    assert_true(n >= 3);
    timer_quality(clocks, n, 0.01, q);
    for (size_t i = 0; i < n; i++) {
        assert_true(isfinite(q[i].resolution) && q[i].resolution > 0);
        assert_true(isfinite(q[i].read_cost) && q[i].read_cost > 0);
        assert_true(isfinite(q[i].rate_ppm));
        assert_int_equal(q[i].monotonic, 1);
        assert_true(timer_resolution(&clocks[i]) > 0);
    }
}

/* Timers with known faults. */
static ticks_t fast_read(void)
{
    return raw_now() + raw_now() / 100;
}

static ticks_t coarse_read(void)
{
    return raw_now() / 4000 * 4000;
}

static ticks_t frozen_read(void)
{
    return 42;
}

static ticks_t backward_read(void)
{
    return -raw_now();
}

/* During half of each 20 us, readings are 1 ms too early. */
static ticks_t jumpy_read(void)
{
    int64_t now = raw_now();

    return now % 20000 < 10000 ? now : now - 1000000;
}

static struct timer_quality fake_quality(ticks_t (*read)(void))
{
    const struct timer timer = {.name = "fake", .read = read};
    const struct clock c = {.timer = &timer, .ticks_per_sec = 1e9};
    struct timer_quality q;

    timer_quality(&c, 1, 0.02, &q);
    return q;
}

UNIT_TEST(quality_sees_faults)
{
    struct timer_quality q;

    q = fake_quality(raw_now);
    assert_null(timer_unfit(&q));
    q = fake_quality(fast_read); /* 1 % too fast: 10,000 ppm */
    assert_true(fabs(q.rate_ppm - 10000) < 1000);
    assert_non_null(timer_unfit(&q));
    q = fake_quality(coarse_read);
    assert_true(fabs(fmod(q.resolution, 4e-6)) < 1e-12 ||
                fabs(fmod(q.resolution, 4e-6) - 4e-6) < 1e-12);
    q = fake_quality(frozen_read);
    assert_true(isnan(q.resolution));
    assert_non_null(timer_unfit(&q));
    q = fake_quality(jumpy_read);
    assert_int_equal(q.monotonic, 0);
    q = fake_quality(backward_read);
    assert_int_equal(q.monotonic, 0);
    assert_non_null(timer_unfit(&q));
}

UNIT_TEST(unfit_is_about_order_rate_and_motion)
{
    static const struct {
        struct timer_quality q;
        int fit;
    } rows[] = {
        {{1e-9, 1e-8, 0, 1}, 1},        {{1e-6, 1e-5, 199, 1}, 1},
        {{1e-9, 1e-8, -199, 1}, 1},     {{1e-9, 1e-8, 201, 1}, 0},
        {{1e-9, 1e-8, -201, 1}, 0},     {{1e-9, 1e-8, NAN, 1}, 0},
        {{1e-9, 1e-8, INFINITY, 1}, 0}, {{1e-9, 1e-8, 0, 0}, 0},
        {{NAN, 1e-8, 0, 1}, 0},         {{INFINITY, 1e-8, 0, 1}, 0},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(timer_unfit(&rows[i].q) == NULL, rows[i].fit);
}

UNIT_TEST(bracket_rate_is_ticks_by_time)
{
    const struct bracket from = {.ticks = 1000, .raw = 5e9};
    const struct bracket to = {.ticks = 4000, .raw = 6.5e9};

    assert_true(bracket_rate(&from, &to) == 2000);
}

UNIT_GROUP(timers)
{
    struct clock c;
    const char *cause = NULL;
    int failed, provided;

    /* wtime cannot be opened before MPI_Init() */
    if (clock_open(&c, &timer_wtime, &cause) != -EAGAIN || cause == NULL)
        return 1;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
    failed = UNIT_RUN(NULL, NULL);
    MPI_Finalize();
    /* skips the leak check: MPI_Init() itself leaks */
    fflush(stdout);
    _Exit(failed);
}
