/* test_ratio.c: ratio of rounds: exact cases, gaps, and what must not be. */
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

static struct ratio ratio_once(const struct series *a, const struct series *b)
{
    struct ratio r;

    ratio_of_rounds(&r, a, b, 0.95, 0);
    return r;
}

static struct ratio ratio_freed(struct series *a, struct series *b)
{
    struct ratio r = ratio_once(a, b);

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

/* What both have in common cancels: every round is 3, few rounds or many. */
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

    series_levels(&a, 8, 1); /* nothing is a multiple of 0 */
    series_levels(&b, 8, 0);
    assert_unknown(ratio_freed(&a, &b), NAN);
    series_levels(&a, 8, 0);
    series_levels(&b, 8, 1);
    assert_unknown(ratio_freed(&a, &b), NAN);

    series_levels(&a, 4, 2); /* one round of one, eight of the other */
    series_levels(&b, 32, 1);
    assert_unknown(ratio_freed(&a, &b), 2);

    for (size_t i = 0; i < 2; i++) { /* not one round in common */
        series_add(&a, 2, 2 * i);
        series_add(&b, 1, 2 * i + 1);
    }
    assert_unknown(ratio_freed(&a, &b), NAN);
}

/* Rounds are paired by number: levels that change tenfold from round to round
 * cancel, although each lacks some rounds of the other's. */
static void test_rounds_are_paired(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 124; i++) {
        if (i / 4 % 5 != 2)
            series_add(&a, 3 * level(i / 4), i / 4);
        if (i / 4 % 3 != 0 || i / 4 == 30)
            series_add(&b, level(i / 4), i / 4);
    }
    r = ratio_freed(&a, &b);
    assert_near(r.ratio, 3, 1e-12);
    assert_near(r.lo, 3, 1e-12);
    assert_near(r.hi, 3, 1e-12);
}

/* The smallest and the largest of three and more count for nothing. */
static void test_middle_launches(void **state)
{
    const double t[] = {9, 2, 4, 1};
    struct series a = {0}, b = {0}, c = {0}, d = {0};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        series_add(&a, t[i], 0);
        series_add(&b, 1, 0);
        if (i < 3)
            series_add(&c, t[i], 0);
        if (i < 2)
            series_add(&d, t[i], 0);
    }
    assert_near(ratio_once(&a, &b).ratio, 3, 1e-12);
    assert_near(ratio_once(&c, &b).ratio, 4, 1e-12);
    assert_near(ratio_once(&d, &b).ratio, 5.5, 1e-12);
    series_free(&a);
    series_free(&b);
    series_free(&c);
    series_free(&d);
}

/* The rounds that all three have are 0 and 2: the quotient of two times is the
 * ratio in these, whatever the others say. */
static void test_time(void **state)
{
    struct series s[3] = {{0}};
    const struct series *a[] = {&s[0], &s[1], &s[2]};
    const struct series *b[] = {&s[1], &s[0], &s[2]};
    struct ratio x, y;

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        series_add(&s[0], i == 4 ? 100 : (double)(i + 1), i);
        if (i != 3)
            series_add(&s[1], 2, i);
        if (i % 2 == 0 && i != 4)
            series_add(&s[2], 7, i);
    }
    time_of_rounds(&x, a, 3, 0.95, 0);
    time_of_rounds(&y, b, 3, 0.95, 0);
    assert_near(x.ratio, sqrt(3), 1e-12);
    assert_near(y.ratio, 2, 1e-12);
    assert_near(log(x.hi / x.ratio), 12.7062 * log(3) / 2, 1e-4);
    time_of_rounds(&y, b, 3, 0.95, 1);
    assert_near(y.lo, 2 * exp(-0.25), 1e-12);
    for (size_t i = 0; i < 3; i++)
        series_free(&s[i]);
}

/* Half a step of 0.2 s is 5 % of the one and 10 % of the other. */
static void test_half_a_step(void **state)
{
    struct series a = {0}, b = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 40; i++) {
        series_add(&a, 2, i / 4);
        series_add(&b, 1, i / 4);
    }
    ratio_of_rounds(&r, &a, &b, 0.95, 0.2);
    assert_near(r.ratio, 2, 1e-12);
    assert_near(r.lo, 2 * exp(-0.15), 1e-12);
    assert_near(r.hi, 2 * exp(0.15), 1e-12);
    series_free(&a);
    series_free(&b);
}

static void add_noise(struct series *a, struct series *b, size_t rounds)
{
    for (size_t i = 0; i < rounds * 8; i++) {
        series_add(a, 1 + (double)(i * 37 % 101) / 100, i / 8);
        series_add(b, 1 + (double)(i * 53 % 103) / 100, i / 8);
    }
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
        r = ratio_once(&a, &b);
        s = ratio_freed(&b, &a);
        assert_true(r.lo < r.ratio && r.ratio < r.hi);
        assert_near(s.ratio, 1 / r.ratio, 1e-12);
        assert_near(s.lo, 1 / r.hi, 1e-12);
        assert_near(s.hi, 1 / r.lo, 1e-12);
    }
}

/* Two rounds, each with its own ratio, 1 and 4: logarithms 0 and 2 log 2, of
 * standard error log 2, and t(1) is 12.706. */
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
    assert_near(r.ratio, 2, 1e-12);
    assert_near(log(r.hi / 2), 12.7062 * log(2), 1e-4);
    assert_near(log(r.lo / 2), -12.7062 * log(2), 1e-4);
}

/* A ratio that keeps its value for many rounds: the interval is wider than the
 * one of the same rounds shuffled. That b lacks a round is no reason not to. */
static void test_slow_changes(void **state)
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
        slow = ratio_once(&a, &b);
        shuffled = ratio_freed(&c, &b);
        series_free(&a);
        assert_true(slow.hi - slow.lo > 1.5 * (shuffled.hi - shuffled.lo));
    }
}

/* A stage of five launches in a round, of which some do not count. */
static void add_stage(struct series *s, const double *t, const char *counts,
                      size_t round)
{
    bool yes[5];

    for (size_t i = 0; i < LENGTH(yes); i++)
        yes[i] = counts[i] == '+';
    series_add_stage(s, t, yes, LENGTH(yes), round);
}

/* The mean of a round whose stage lost launches leaves out the extremes of the
 * whole stage; a round of which nothing else is left counts for nobody. */
static void test_launches_missing(void **state)
{
    const double interrupted[] = {2, 9, 2, 2, 2}, slow[] = {8, 9, 8, 9, 2},
                 usual[] = {2, 2, 2, 2, 2}, small[] = {1, 2, 3, 5, 9};
    struct series a = {0}, b = {0}, part = {0}, parts = {0};
    const struct series *both[] = {&a, &b};
    struct ratio r;

    (void)state;
    add_stage(&a, interrupted, "-+---", 0); /* nothing but an extreme */
    add_stage(&a, interrupted, "++---", 1); /* 2 */
    add_stage(&a, slow, "-+---", 2);        /* 9, not the only one */
    add_stage(&a, usual, "+++++", 3);
    add_stage(&a, small, "-++++", 4); /* 2, 3, 5 */
    for (size_t round = 0; round < 5; round++)
        add_stage(&b, usual, "+++++", round);
    assert_int_equal(a.n, 1 + 2 + 1 + 5 + 4);
    assert_int_equal(common_rounds(both, 2), 4);
    time_of_rounds(&r, both, 1, 0.95, 0);
    assert_near(log(r.ratio), (log(2) + log(9) + log(2) + log(10. / 3)) / 4,
                1e-12);

    /* A copy is the same, in whole or in part. */
    for (size_t i = 0; i < a.n; i++)
        series_add_from(i < 3 ? &part : &parts, &a, i);
    assert_near(ratio_once(&part, &b).ratio, 1, 1e-12);
    series_thin(&parts, 0);
    assert_int_equal(parts.n, 10);
    assert_near(log(ratio_once(&parts, &b).ratio),
                (log(4.5) + log(1) + log(5. / 3)) / 3, 1e-12);
    series_free(&part);
    series_free(&parts);
    series_free(&a);
    series_free(&b);
}

/* Of one or two launches, as of a whole stage, none is an extreme. */
static void test_short_stages(void **state)
{
    const double t[] = {2, 4};
    const bool counts[] = {true, false};
    struct series a = {0}, b = {0};

    (void)state;
    series_add_stage(&a, t, counts, 2, 0);
    series_add(&b, 1, 0);
    assert_near(ratio_freed(&a, &b).ratio, 2, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_common_drift_cancels),
        cmocka_unit_test(test_does_not_exist),
        cmocka_unit_test(test_rounds_are_paired),
        cmocka_unit_test(test_middle_launches),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_half_a_step),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_few_rounds),
        cmocka_unit_test(test_slow_changes),
        cmocka_unit_test(test_launches_missing),
        cmocka_unit_test(test_short_stages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
