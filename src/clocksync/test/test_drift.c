/* test_drift.c: slopes and bounds from points and from repeated renewals. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include "lib/test/unit.h"
#include "clocksync/drift.h"
#include "clocksync/history.h"
#include "clocksync/methods.h"

enum { POINTS = 32 };
#define TRUE_OFFSET 4711.25
#define TRUE_SLOPE -20e-6

static double uniform(void)
{
    return (double)rand() / RAND_MAX;
}

/* Makes points within 1 s around time 1000, with round trips of 10 us, random
 * extra delays, and a time slice more in every `spoilt`-th point. */
static void points_make(struct pair_offset *points, int spoilt)
{
    for (int i = 0; i < POINTS; i++) {
        double at = 999.5 + (double)i / (POINTS - 1);
        double there = 5e-6 + 0.2e-6 * uniform();
        double back = 5e-6 + 0.2e-6 * uniform();
        struct exchange x;

        if (spoilt > 0 && i % spoilt == 0)
            back += 4e-3 * uniform() + 1e-4;
        x.asked = at - there;
        x.answered = at + TRUE_OFFSET + TRUE_SLOPE * (at - 1000);
        x.received = at + back;
        points[i] = (struct pair_offset){0};
        pair_add(&points[i], &x, 0);
    }
}

UNIT_TEST(line_is_found_within_its_bounds)
{
    struct pair_offset points[POINTS];

    srand(3);
    for (int run = 0; run < 300; run++) {
        struct clock_model m;
        double truth;

        points_make(points, run % 3 == 0 ? 0 : run % 3 + 1);
        m = drift_fit(points, POINTS);
        truth = TRUE_OFFSET + TRUE_SLOPE * (m.epoch - 1000);
        assert_true(fabs(m.offset - truth) <= m.uncertainty);
        assert_true(fabs(m.slope - TRUE_SLOPE) <= m.slope_bound);
        assert_true(m.uncertainty < 7e-6 && m.slope_bound < 40e-6);
        /* Delayed points have almost no weight: these limits are about 1 % of
         * the delays. */
        assert_true(fabs(m.offset - truth) < 0.2e-6);
        assert_true(fabs(m.slope - TRUE_SLOPE) < 1e-6);
        /* The bound still holds after 10 s. */
        truth = TRUE_OFFSET + TRUE_SLOPE * 10;
        assert_true(fabs(clock_to_global(&m, 1010) - 1010 - truth) <=
                    clock_bound(&m, 1010));
    }
}

UNIT_TEST(spoilt_points_are_counted)
{
    struct pair_offset points[POINTS];

    points_make(points, 0);
    assert_int_equal(drift_sound(points, POINTS), POINTS);
    points_make(points, 2);
    assert_int_equal(drift_sound(points, POINTS), POINTS / 2);
    points_make(points, 1); /* all are delayed: looks like a slow network */
    assert_true(drift_sound(points, POINTS) >= 1);
}

/* A clock that jumps: no line fits, and the model's slope_bound is the drift
 * limit. */
UNIT_TEST(uneven_clocks_get_the_drift_limit)
{
    struct pair_offset points[POINTS];
    struct clock_model m;

    points_make(points, 0);
    for (int i = POINTS / 2; i < POINTS; i++) {
        points[i].offset += 50e-6;
        points[i].lo += 50e-6;
        points[i].hi += 50e-6;
    }
    m = drift_fit(points, POINTS);
    assert_true(m.slope_bound >= PAIR_MAX_DRIFT);
    assert_true(m.epoch == points[POINTS - 1].epoch);
    assert_true(m.offset == points[POINTS - 1].offset);
    assert_true(m.uncertainty == pair_bound(&points[POINTS - 1]));
}

/* Returns how far a clock may leave its line in `seconds` seconds. */
static double bend(double seconds)
{
    return PAIR_MAX_RAMP * seconds * seconds / 2;
}

static struct pair_offset point(double epoch, double offset, double rtt,
                                double lo, double hi)
{
    return (struct pair_offset){
        .epoch = epoch, .offset = offset, .rtt = rtt, .lo = lo, .hi = hi};
}

/* Three points on the line 8 + x / 8192. The outer ones are known to 1 / 1024,
 * the middle one less exactly. */
UNIT_TEST(a_bad_point_between_good_ones_does_no_harm)
{
    const double e = 0x1p-10;
    const struct pair_offset points[] = {
        point(0, 8, 2 * e, 8 - e, 8 + e),
        point(8, 8 + e, 8 * e, 8 - 3 * e, 8 + 5 * e),
        point(16, 8 + 2 * e, 2 * e, 8 + e, 8 + 3 * e),
    };
    struct clock_model m = drift_fit(points, 3);

    assert_true(fabs(m.epoch - 8) < 1e-6);
    assert_true(fabs(m.offset - 8 - e) < 1e-9);
    assert_true(fabs(m.uncertainty - e - bend(8)) < 1e-12);
    assert_true(fabs(m.slope - 1.0 / 8192) < 1e-12);
    /* steepest line: from 8 - e to 8 + 3 e, plus the deviation at both ends */
    assert_true(fabs(m.slope_bound - 1.0 / 8192 - bend(8) / 8) < 1e-12);
}

/* Returns a model of a clock on the line 100 + x * 2^-16, known to 2^-17 s. */
#define LINE_SLOPE 0x1p-16
#define LINE_BOUND 0x1p-17
static struct clock_model model_at(double epoch)
{
    return (struct clock_model){
        .epoch = epoch,
        .offset = 100 + epoch * LINE_SLOPE,
        .slope_bound = PAIR_MAX_DRIFT,
        .uncertainty = LINE_BOUND,
        .residual = 0.25,
    };
}

UNIT_TEST(slopes_come_from_the_time_between)
{
    struct history h = {.n = 0};
    struct clock_model m = model_at(0);

    assert_true(history_add(&h, &m));
    assert_true(m.slope == 0 && m.offset == 100);
    for (double epoch = 1; epoch <= 8; epoch *= 2) {
        m = model_at(epoch);
        assert_true(history_add(&h, &m));
        assert_true(m.epoch == epoch && m.residual == 0.25);
        assert_true(fabs(m.offset - 100 - epoch * LINE_SLOPE) < 1e-12);
        assert_true(fabs(m.slope - LINE_SLOPE) < 1e-12);
        assert_true(fabs(m.slope_bound -
                         (2 * LINE_BOUND + bend(epoch)) / epoch) < 1e-12);
        assert_true(fabs(m.uncertainty - LINE_BOUND) < 1e-12);
    }
}

/* A slope known to 2^-30 from the first synchronization remains known. */
UNIT_TEST(a_known_slope_stays_known)
{
    struct history h = {.n = 0};
    struct clock_model m = model_at(0);

    m.slope = LINE_SLOPE;
    m.slope_bound = 0x1p-30;
    assert_true(history_add(&h, &m));
    m = model_at(1);
    m.offset += LINE_BOUND; /* an error of the new offset, within its bound */
    assert_true(history_add(&h, &m));
    assert_true(fabs(m.slope - LINE_SLOPE) < 0x1p-31);
    assert_true(fabs(m.slope - LINE_SLOPE) + 0x1p-31 <= m.slope_bound + 1e-12);
    assert_true(m.slope_bound <= 0x1p-29 + PAIR_MAX_RAMP);
    assert_true(fabs(m.offset - 100 - LINE_SLOPE) <= m.uncertainty);
}

UNIT_TEST(a_clock_that_was_set_starts_anew)
{
    struct history h = {.n = 0};
    struct clock_model m;

    for (int i = 0; i < 3; i++) {
        m = model_at(i);
        assert_true(history_add(&h, &m));
    }
    m = model_at(3);
    m.offset += 1;
    assert_false(history_add(&h, &m));
    assert_int_equal(h.n, 1);
    assert_true(m.offset == 101 + 3 * LINE_SLOPE);
    assert_true(m.slope == 0 && m.slope_bound == PAIR_MAX_DRIFT);
    m = model_at(4);
    m.offset += 1;
    assert_true(history_add(&h, &m));
    assert_true(fabs(m.slope - LINE_SLOPE) < 1e-12);
}

/* Models of rank 0's clock, the global one, remain exactly the identity. */
UNIT_TEST(rank_zero_has_no_history)
{
    struct history h = {.n = 0};

    for (int i = 0; i < 100; i++) {
        struct clock_model m = {.epoch = 1000 + i / 3.0};

        assert_true(history_add(&h, &m));
        assert_true(m.offset == 0 && m.slope == 0);
        assert_true(m.uncertainty == 0 && m.slope_bound == 0);
    }
}

UNIT_TEST(models_join)
{
    const struct clock_model reference = {
        .epoch = 100,
        .offset = 10,
        .slope = 1e-3,
        .slope_bound = 1e-6,
        .uncertainty = 2e-6,
    };
    const struct clock_model own = {
        .epoch = 50,
        .offset = 60, /* the reference clock is at 110 */
        .slope = 2e-3,
        .slope_bound = 3e-6,
        .uncertainty = 4e-6,
    };
    const struct clock_model rank_zero = {.epoch = 7};
    struct clock_model m = drift_join(&reference, &own);

    assert_true(m.epoch == 50);
    assert_true(fabs(m.offset - (60 + 10 + 0.01)) < 1e-12);
    assert_true(fabs(1 + m.slope - 1.001 * 1.002) < 1e-15);
    for (double local = 0; local < 200; local += 12.5)
        assert_true(
            fabs(clock_to_global(&m, local) -
                 clock_to_global(&reference, clock_to_global(&own, local))) <
            1e-12);
    assert_true(m.uncertainty >= 4e-6 + clock_bound(&reference, 110));
    assert_true(m.uncertainty < 1.01 * (4e-6 + 2e-6 + 10e-6 + bend(10)));
    assert_true(m.slope_bound >= 4e-6 + 10 * PAIR_MAX_RAMP);
    assert_true(m.slope_bound < 4.1e-6 + 10 * PAIR_MAX_RAMP);
    m = drift_join(&rank_zero, &own);
    assert_true(m.offset == 60 && m.slope == 2e-3 && m.uncertainty == 4e-6);
}
