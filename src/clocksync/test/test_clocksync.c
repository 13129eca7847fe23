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

/* Exchanges {asked, answered, received}, and their expected result; NAN is not
 * compared. Bounds of an exchange are widened by the drift since then. */
static const struct {
    struct exchange x[4];
    size_t n;
    double grain, offset, epoch, rtt, lo, hi;
} offsets[] = {
    /* one exchange: the paper's formula */
    {{{10, 110.5, 12}}, 1, 0, 99.5, 11, 2, 98.5, 100.5},
    /* round trips of 20, 3, 10 and 3 ms: the first of the smallest counts; in
     * the third exchange the reading was taken early */
    {{{0, 1000.01, 0.02},
      {1, 1001.0015, 1.003},
      {2, 1002.001, 2.01},
      {3, 1003.0015, 3.003}},
     4,
     0,
     1000,
     1.0015,
     0.003,
     NAN,
     NAN},
    /* a slower exchange may have a tighter bound on one side: [-0.5, 0.5],
     * [-1.9, 0.1], [-0.1, 2.9] */
    {{{1, 1.5, 2}, {3, 3.1, 5}, {6, 8.9, 9}},
     3,
     0,
     NAN,
     NAN,
     1,
     -0.1 - 6 * PAIR_MAX_DRIFT,
     0.1 + 2.5 * PAIR_MAX_DRIFT},
    /* an asymmetric path: the estimate 0 is not in [-1.4, -0.3] */
    {{{1, 1.5, 2}, {1.5, 1.2, 2.6}},
     2,
     0,
     -0.3 + 0.55 * PAIR_MAX_DRIFT,
     1.5,
     1,
     -0.5,
     NAN},
    {{{1, 1, 1}}, 1, 1e-6, 0, 1, 0, -1e-6, 1e-6},
};

static void assert_known(double x, double expected)
{
    if (!isnan(expected) && fabs(x - expected) > 1e-9)
        fail_msg("%.12g is not %.12g", x, expected);
}

UNIT_TEST(exchanges_make_an_envelope)
{
    for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
        struct pair_offset p = {0};

        for (size_t k = 0; k < offsets[i].n; k++) {
            double before = k > 0 ? p.rtt : INFINITY;
            bool smaller = pair_add(&p, &offsets[i].x[k], offsets[i].grain);

            assert_int_equal(smaller, p.rtt < before);
        }
        assert_int_equal(p.exchanges, offsets[i].n);
        assert_known(p.offset, offsets[i].offset);
        assert_known(p.epoch, offsets[i].epoch);
        assert_known(p.rtt, offsets[i].rtt);
        assert_known(p.lo, offsets[i].lo);
        assert_known(p.hi, offsets[i].hi);
        assert_true(p.lo <= p.offset && p.offset <= p.hi);
        assert_known(pair_bound(&p), fmax(p.hi - p.offset, p.offset - p.lo));
    }
}

/* Returns the drift of two clocks at the opposite limits of accepted rates. */
static double fastest_drift(void)
{
    double limit = TIMER_MAX_RATE_PPM * 1e-6;

    return (1 + limit) / (1 - limit) - 1;
}

/* With random delays and drifting clocks, the true offset is always within the
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
        {0}, /* identity, for a shared clock */
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
    /* exact values are converted back exactly */
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

/* Models are renewed when an error that grows at the measured pace reaches the
 * budget. */
UNIT_TEST(renewals_keep_the_budget)
{
    /* jump of 2 us in 4 s: 1 us is reached in 2 s */
    assert_true(clocks_interval(1e-6, 4, 2e-6, 0) == 2);
    /* no jump: 1.5 times the previous interval, at most a minute */
    assert_true(clocks_interval(1e-6, 4, 0, 0) == 6);
    assert_true(clocks_interval(1e-6, 50, 0, 0) == 60);
    assert_true(clocks_interval(1e-6, 50, 0, 100) == 2000);
    assert_true(clocks_interval(1e-6, 4, 0.1e-6, 0) == 6);
    /* however large the drift, renewals take at most a twentieth of the time */
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.5) == 10);
    assert_true(clocks_interval(1e-6, 1, 1e-3, 0.0001) == 0.002);
}

static ticks_t stopped_read(void)
{
    return 0;
}

/* With a budget, models are renewed when it is reached, before cases and
 * between turns. With each_case they are renewed before every case, but never
 * between turns. A shared clock is never renewed. */
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
