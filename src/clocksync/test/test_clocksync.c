/* test_clocksync.c: pure functions: envelopes, models, implausible pairs,
 * trees. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include "lib/test/unit.h"
#include "clocksync/clocks.h"
#include "clocksync/methods.h"
#include "clocksync/tree.h"

UNIT_TEST(find_knows_the_table_only)
{
    for (size_t i = 0; clocksync_table[i] != NULL; i++) {
        assert_non_null(clocksync_table[i]->help);
        assert_ptr_equal(clocksync_find(clocksync_table[i]->name),
                         clocksync_table[i]);
    }
    assert_null(clocksync_find("cristian"));
    assert_null(clocksync_find(""));
}

UNIT_TEST(one_exchange_is_the_papers_formula)
{
    const struct exchange x = {.asked = 10, .answered = 110.5, .received = 12};
    struct pair_offset p = {0};

    assert_true(pair_add(&p, &x, 0));
    assert_true(p.rtt == 2);
    assert_true(p.epoch == 11);
    assert_true(p.offset == 99.5);
    assert_true(fabs(p.lo - 98.5) < 1e-9);
    assert_true(fabs(p.hi - 100.5) < 1e-9);
    assert_true(p.lo <= 98.5 && p.hi >= 100.5);
    assert_true(fabs(pair_bound(&p) - 1) < 1e-9);
}

UNIT_TEST(smallest_round_trip_wins)
{
    static const struct exchange rows[] = {
        {0, 1000.010, 0.020},  /* round trip 20 ms, offset 1000 */
        {1, 1001.0015, 1.003}, /* 3 ms, offset 1000 */
        {2, 1002.001, 2.010},  /* 10 ms, reading taken early: offset 999.996 */
        {3, 1003.0015, 3.003}, /* 3 ms again: no improvement */
    };
    static const bool smaller[] = {true, true, false, false};
    struct pair_offset p = {0};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(pair_add(&p, &rows[i], 0), smaller[i]);
    assert_int_equal(p.exchanges, 4);
    assert_true(fabs(p.rtt - 0.003) < 1e-12);
    assert_true(fabs(p.offset - 1000) < 1e-9);
    assert_true(fabs(p.epoch - 1.0015) < 1e-12);
}

/* A slower exchange may give a tighter bound on one side. */
UNIT_TEST(envelope_is_the_intersection)
{
    static const struct exchange rows[] = {
        {1, 1.5, 2}, /* [-0.5, 0.5] */
        {3, 3.1, 5}, /* [-1.9, 0.1] */
        {6, 8.9, 9}, /* [-0.1, 2.9] */
    };
    struct pair_offset p = {0};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        pair_add(&p, &rows[i], 0);
    /* Bounds of the later exchanges are widened by the drift of 2.5 and 6 s. */
    assert_true(fabs(p.hi - (0.1 + 2.5 * PAIR_MAX_DRIFT)) < 1e-9);
    assert_true(fabs(p.lo - (-0.1 - 6 * PAIR_MAX_DRIFT)) < 1e-9);
    assert_true(fabs(pair_bound(&p) - fmax(p.hi, -p.lo)) < 1e-9);
}

UNIT_TEST(estimate_stays_in_the_envelope)
{
    static const struct exchange rows[] = {
        {1, 1.5, 2},     /* offset 0 within [-0.5, 0.5] */
        {1.5, 1.2, 2.6}, /* [-1.4, -0.3]: an asymmetric path */
    };
    struct pair_offset p = {0};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        pair_add(&p, &rows[i], 0);
    assert_true(p.offset <= p.hi && p.offset >= p.lo);
    assert_true(fabs(p.offset + 0.3) < 1e-3);
    assert_true(fabs(pair_bound(&p) - (p.hi - p.lo)) < 1e-9);
}

UNIT_TEST(grain_widens_the_envelope)
{
    const struct exchange x = {.asked = 1, .answered = 1, .received = 1};
    struct pair_offset p = {0};

    pair_add(&p, &x, 1e-6);
    assert_true(p.lo <= -1e-6 && p.lo > -1.001e-6);
    assert_true(p.hi >= 1e-6 && p.hi < 1.001e-6);
}

/* Returns the drift of two clocks at opposite limits of the accepted rates. */
static double fastest_drift(void)
{
    double limit = TIMER_MAX_RATE_PPM * 1e-6;

    return (1 + limit) / (1 - limit) - 1;
}

/* With random delays and drifting clocks, the true offset is always in the
 * envelope, and the error of the estimate within its bound. */
UNIT_TEST(truth_stays_in_the_envelope)
{
    const double offset = 4711.25;

    srand(1);
    for (int run = 0; run < 200; run++) {
        double drift = (run % 5 - 2) * fastest_drift() / 2;
        double now = 100, truth;
        struct pair_offset p = {0};

        for (int i = 0; i < 300; i++) {
            double there = 1e-6 * rand() / RAND_MAX;
            double back = 1e-6 * rand() / RAND_MAX + (i % 7 == 0 ? 4e-3 : 0);
            double at = now + there;
            struct exchange x = {
                .asked = now,
                .answered = at + offset + drift * (at - 100),
                .received = at + back,
            };

            pair_add(&p, &x, 0);
            now = x.received + 1e-6;
        }
        truth = offset + drift * (p.epoch - 100);
        assert_true(p.lo <= truth && truth <= p.hi);
        assert_true(fabs(p.offset - truth) <= pair_bound(&p));
        assert_true(pair_bound(&p) < 2e-6);
    }
}

UNIT_TEST(implausible_pairs_stand_out)
{
    static const struct {
        double rtt[4];
        int expected[4];
    } rows[] = {
        {{0, 0.4e-6, 0.5e-6, 0.6e-6}, {0, 0, 0, 0}},
        {{0, 0.4e-6, 0.5e-6, 4.6e-3}, {0, 0, 0, 1}},
        {{0, 4.6e-3, 0.4e-6, 20e-6}, {0, 1, 0, 1}},
        {{0, 15e-6, 14e-6, 16e-6}, {0, 0, 0, 0}}, /* a slow network */
        {{0, 0.3e-6, 1.9e-6, 1.3e-6}, {0, 0, 0, 0}},
        {{0, 4.6e-3, 4.1e-3, 60e-6}, {0, 1, 1, 0}},
        {{0, 4.6e-3, 4.1e-3, 4.2e-3},
         {0, 1, 1, 1}}, /* no fast pair to compare with */
        {{0, 0, 0, 0}, {0, 0, 0, 0}},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(pair_implausible(rows[i].rtt, 4, k),
                             rows[i].expected[k]);
}

UNIT_TEST(conversions_are_inverse)
{
    static const struct clock_model models[] = {
        {0}, /* identity: a shared clock */
        {.epoch = 1000, .offset = -250.5},
        {.epoch = 1000, .offset = 3.5e5, .slope = 1e-4},
        {.epoch = 86400, .offset = -1e-6, .slope = -2e-5},
    };

    for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
        const struct clock_model *m = &models[i];

        assert_true(clock_to_global(m, m->epoch) == m->epoch + m->offset);
        for (double local = 1; local < 1e6; local *= 3) {
            double global = clock_to_global(m, local);
            double size = fabs(m->offset) + m->epoch + local;

            assert_true(fabs(clock_to_local(m, global) - local) <=
                        2 * DBL_EPSILON * size);
        }
    }
    /* Values that a double represents exactly convert back exactly. */
    for (double local = 0; local < 4096; local += 0.25)
        assert_true(
            clock_to_local(&models[1], clock_to_global(&models[1], local)) ==
            local);
    assert_true(clock_to_global(&models[2], 2000) == 2000 + 3.5e5 + 0.1);
}

UNIT_TEST(bound_grows_away_from_the_epoch)
{
    static const struct clock_model rank_zero = {.epoch = 5};
    const struct clock_model m = {
        .epoch = 100,
        .offset = -3,
        .slope = 1e-5,
        .slope_bound = 0.25,
        .uncertainty = 0.5,
    };

    assert_true(clock_bound(&rank_zero, 1e6) == 0);
    assert_true(clock_bound(&m, 100) == 0.5);
    assert_true(fabs(clock_bound(&m, 104) - 1.5 - 8 * PAIR_MAX_RAMP) < 1e-15);
    assert_true(fabs(clock_bound(&m, 92) - 2.5 - 32 * PAIR_MAX_RAMP) < 1e-15);
    assert_true(clock_slope_bound(&rank_zero, 1e6) == 0);
    assert_true(clock_slope_bound(&m, 100) == 0.25);
    assert_true(fabs(clock_slope_bound(&m, 92) - 0.25 - 8 * PAIR_MAX_RAMP) <
                1e-15);
}

/* Checks that every rank has a path to rank 0, and that no rank is in two pairs
 * of a round. */
static void check_tree(tree_parent_fn *parent, int n, int depth_most)
{
    for (int rank = 1; rank < n; rank++) {
        int depth = 0;

        for (int at = rank; at > 0; at = parent(at, n), depth++)
            assert_true(parent(at, n) >= 0 && parent(at, n) < at);
        assert_true(depth <= depth_most);
        for (int other = rank + 1; other < n; other++)
            if (other - parent(other, n) == rank - parent(rank, n))
                assert_true(parent(other, n) != parent(rank, n) &&
                            parent(other, n) != rank &&
                            other != parent(rank, n));
    }
    assert_int_equal(parent(0, n), -1);
}

UNIT_TEST(trees_are_shallow_and_different)
{
    for (int n = 1; n <= 65; n++) {
        check_tree(tree_high, n, n <= 4 ? 1 : n <= 16 ? 2 : n <= 64 ? 3 : 4);
        check_tree(tree_low, n, n <= 4 ? 1 : n <= 16 ? 2 : n <= 64 ? 3 : 4);
    }
    for (int rank = 1; rank < 1024; rank++)
        assert_true(tree_high(rank, 1024) != tree_low(rank, 1024) ||
                    tree_high(rank, 1024) == 0);
    assert_int_equal(tree_high(27, 64), 11); /* 123 -> 023 in base 4 */
    assert_int_equal(tree_low(27, 64), 24);  /* 123 -> 120 */
}

/* Models are renewed when, at the measured pace, their error reaches the
 * budget. */
UNIT_TEST(renewals_keep_the_budget)
{
    /* jump of 2 us in 4 s: a budget of 1 us lasts 2 s */
    assert_true(clocks_interval(1e-6, 4, 2e-6, 0) == 2);
    /* no jump: 1.5 times the previous interval, at most a minute */
    assert_true(clocks_interval(1e-6, 4, 0, 0) == 6);
    assert_true(clocks_interval(1e-6, 50, 0, 0) == 60);
    assert_true(clocks_interval(1e-6, 50, 0, 100) == 2000);
    assert_true(clocks_interval(1e-6, 4, 0.1e-6, 0) == 6);
    /* renewals take at most a twentieth of the time, whatever the drift */
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.5) == 10);
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.0001) == 0.002);
}

static ticks_t stopped_read(void)
{
    return 0;
}

/* With a budget, models are renewed when it is used up, before cases and
 * between stages. With each_case, before every case but never between stages. A
 * shared clock needs no renewals. */
UNIT_TEST(stale_by_the_budget_or_before_each_case)
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
