/* test_ratio.c: ratio of medians: exact cases, gaps, and what must not be. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"

/* Round by round levels that no two neighbouring rounds share. */
static double level(size_t round)
{
    return 1 + (double)(round * 7 % 10) / 10;
}

/* n launches in rounds of 4, `factor` times the level of the round. */
static void series_levels(struct series *s, size_t n, double factor)
{
    for (size_t i = 0; i < n; i++)
        series_add(s, factor * level(i / 4), i / 4);
}

static struct ratio ratio_once(struct series *a, struct series *b,
                               unsigned long seed)
{
    struct ratio r;

    ratio_of_medians(&r, a, b, 0.95, seed);
    return r;
}

static struct ratio ratio_freed(struct series *a, struct series *b)
{
    struct ratio r = ratio_once(a, b, 1);

    series_free(a);
    series_free(b);
    return r;
}

static void assert_unknown(struct ratio r, double ratio)
{
    if (isnan(ratio))
        assert_true(isnan(r.ratio));
    else
        assert_near(r.ratio, ratio, 1e-12);
    assert_true(isnan(r.lo) && isnan(r.hi));
}

/* What both have in common cancels: every replicate is 3, few rounds or many.
 */
static void test_common_drift_cancels(void **state)
{
    const size_t n[] = {8, 20, 24, 80, 400};

    (void)state;
    for (size_t i = 0; i < LENGTH(n); i++) {
        struct series a = {0}, b = {0};
        struct ratio r;

        series_levels(&a, n[i], 3);
        series_levels(&b, n[i], 1);
        r = ratio_freed(&a, &b);
        assert_near(r.ratio, 3, 1e-12);
        assert_near(r.lo, 3, 1e-12);
        assert_near(r.hi, 3, 1e-12);
    }
}

static void test_does_not_exist(void **state)
{
    struct series a = {0}, b = {0};

    (void)state;
    assert_unknown(ratio_freed(&a, &b), NAN);
    series_levels(&a, 8, 1);
    assert_unknown(ratio_freed(&a, &b), NAN);
    series_levels(&b, 8, 1);
    assert_unknown(ratio_freed(&a, &b), NAN);

    series_levels(&a, 8, 1); /* median 0 */
    series_levels(&b, 8, 0);
    assert_unknown(ratio_freed(&a, &b), NAN);

    series_levels(&a, 4, 2); /* one round */
    series_levels(&b, 4, 1);
    assert_unknown(ratio_freed(&a, &b), 2);

    series_levels(&a, 4, 1.4); /* one round of one, eight of the other */
    series_levels(&b, 32, 1);
    assert_unknown(ratio_freed(&a, &b), 1.4 / 1.45);
}

/* A first median of 0 is a ratio of 0; its logarithm is no number. */
static void test_zero(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    series_levels(&a, 12, 0);
    series_levels(&b, 12, 1);
    assert_unknown(ratio_freed(&a, &b), 0);
    series_levels(&a, 40, 0);
    series_levels(&b, 40, 1);
    r = ratio_freed(&a, &b);
    assert_true(r.ratio == 0 && r.lo == 0 && r.hi == 0);
}

/* Rounds 0..29 of a; of b every third is missing, and it has one more. */
static void test_missing_rounds(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    series_levels(&a, 120, 2);
    for (size_t i = 0; i < 124; i++)
        if (i / 4 % 3 != 0 || i / 4 == 30)
            series_add(&b, level(i / 4), i / 4);
    r = ratio_freed(&a, &b);
    assert_true(r.lo < r.ratio && r.ratio < r.hi);
    assert_true(r.lo > 1 && r.hi < 4);
}

/* Rounds are paired by number: levels that change tenfold from round to round
 * all but cancel, although b lacks some rounds. */
static void test_rounds_are_paired(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 40; i++) {
        double t = 1 + (double)(i * 7 % 10);

        series_add(&a, 3 * t, i);
        if (i != 3 && i != 4 && i != 20)
            series_add(&b, t, i);
    }
    r = ratio_freed(&a, &b);
    assert_true(r.lo >= 2.4 && r.hi <= 3.5);
}

/* Not one round in common, so some replicates have nothing of one. */
static void test_no_common_round(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        series_add(&a, 2, 2 * i);
        series_add(&b, 1, 2 * i + 1);
    }
    r = ratio_freed(&a, &b);
    assert_true(r.ratio == 2 && r.lo == 2 && r.hi == 2);
}

static void add_noise(struct series *a, struct series *b, size_t rounds)
{
    for (size_t i = 0; i < rounds * 8; i++) {
        series_add(a, 1 + (double)(i * 37 % 101) / 100, i / 8);
        series_add(b, 1 + (double)(i * 53 % 103) / 100, i / 8);
    }
}

static void test_the_seed_decides(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r, again, other;

    (void)state;
    add_noise(&a, &b, 20);
    r = ratio_once(&a, &b, 1);
    again = ratio_once(&a, &b, 1);
    other = ratio_once(&a, &b, 2);
    assert_true(r.lo == again.lo && r.hi == again.hi);
    assert_true(r.ratio == other.ratio);
    assert_true(r.lo != other.lo || r.hi != other.hi);
    series_free(&a);
    series_free(&b);
}

/* b/a is the reciprocal of a/b, and so is its interval. */
static void test_symmetry(void **state)
{
    const size_t rounds[] = {2, 5, 6, 20};

    (void)state;
    for (size_t i = 0; i < LENGTH(rounds); i++) {
        struct series a = {0}, b = {0};
        struct ratio r, s;

        add_noise(&a, &b, rounds[i]);
        r = ratio_once(&a, &b, 1);
        s = ratio_freed(&b, &a);
        assert_true(r.lo < r.ratio && r.ratio < r.hi);
        assert_near(s.ratio, 1 / r.ratio, 1e-12);
        assert_near(s.lo, 1 / r.hi, 2e-3);
        assert_near(s.hi, 1 / r.lo, 2e-3);
    }
}

/* Two rounds, each with its own ratio, 1 and 4: replicates are 1, 2.5 (half of
 * them) and 4; their logarithms have deviation 0.5027, and t(1) is 12.706. */
static void test_few_rounds(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    series_add(&a, 1, 0);
    series_add(&a, 4, 1);
    series_add(&b, 1, 0);
    series_add(&b, 1, 1);
    r = ratio_freed(&a, &b);
    assert_near(r.ratio, 2.5, 1e-15);
    assert_near(log(r.lo) + log(r.hi), 2 * log(2.5), 1e-9);
    assert_near(log(r.hi / 2.5), 12.7062 * 0.5027, 0.2);
}

/* A ratio that keeps its value for many rounds: rounds are drawn together,
 * which makes the interval wider than the same rounds shuffled do. That b
 * lacks a round is no reason not to. */
static void test_slow_changes_are_drawn_together(void **state)
{
    (void)state;
    for (size_t gap = 0; gap < 2; gap++) {
        struct series a = {0}, b = {0}, c = {0};
        struct ratio slow, shuffled;

        for (size_t i = 0; i < 64; i++) {
            series_add(&a, 1 + (double)(i / 8) / 8, i);
            series_add(&c, 1 + (double)(i * 27 % 64 / 8) / 8, i);
            if (i != 30 || gap == 0)
                series_add(&b, 1, i);
        }
        slow = ratio_once(&a, &b, 1);
        shuffled = ratio_freed(&c, &b);
        series_free(&a);
        assert_near(slow.ratio, shuffled.ratio, 1e-12);
        assert_true(slow.hi - slow.lo > 1.5 * (shuffled.hi - shuffled.lo));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_common_drift_cancels),
        cmocka_unit_test(test_does_not_exist),
        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_missing_rounds),
        cmocka_unit_test(test_rounds_are_paired),
        cmocka_unit_test(test_no_common_round),
        cmocka_unit_test(test_the_seed_decides),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_few_rounds),
        cmocka_unit_test(test_slow_changes_are_drawn_together),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
