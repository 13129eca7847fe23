/* test_interval.c: parts, spreads and intervals of known values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/interval.h"
#include "stats/test/series.h"

enum { MOST = 24 };

/* Runs a second apart, but for the pauses before some. */
static void cut(struct parts *p, size_t n, const size_t *after, size_t pauses)
{
    double began[MOST] = {0};

    for (size_t i = 1; i < n; i++)
        began[i] = began[i - 1] + 1;
    for (size_t k = 0; k < pauses; k++)
        for (size_t i = after[k]; i < n; i++)
            began[i] += 3600;
    parts_cut(p, began, n, 3600);
}

static void assert_parts(size_t n, size_t count, const size_t *first)
{
    struct parts p;
    size_t part = 0;

    cut(&p, n, NULL, 0);
    assert_int_equal(p.count, count);
    assert_int_equal(p.sittings, 1);
    for (size_t i = 0; i < n; i++) {
        part += part + 1 < count && i == first[part + 1];
        assert_int_equal(p.of[i], part);
    }
    parts_free(&p);
}

/* Consecutive, cut at n i / 6; of few runs each is one. */
static void test_parts(void **state)
{
    (void)state;
    assert_parts(1, 1, (const size_t[]){0});
    assert_parts(4, 4, (const size_t[]){0, 1, 2, 3});
    assert_parts(5, 5, (const size_t[]){0, 1, 2, 3, 4});
    assert_parts(6, 6, (const size_t[]){0, 1, 2, 3, 4, 5});
    assert_parts(13, 6, (const size_t[]){0, 2, 4, 6, 8, 10});
    assert_parts(17, 6, (const size_t[]){0, 2, 5, 8, 11, 14});
}

static void test_no_runs(void **state)
{
    struct spread_of_parts s;
    struct parts p;

    (void)state;
    parts_cut(&p, NULL, 0, 3600);
    assert_int_equal(p.count, 0);
    assert_int_equal(p.sittings, 0);
    parts_spread(&s, NULL, &p);
    assert_int_equal(s.n, 0);
    assert_true(isnan(s.mean));
    assert_false(s.known);
    parts_free(&p);
}

/* A pause of an hour begins a sitting; one of less, and an unknown one, do
 * not. */
static void test_pauses(void **state)
{
    struct parts p;

    (void)state;
    parts_cut(&p, (const double[]){0, 3599, 7199, NAN, 20000}, 5, 3600);
    assert_int_equal(p.sittings, 2);
    assert_int_equal(p.sitting[1], 0);
    assert_int_equal(p.sitting[2], 1);
    assert_int_equal(p.sitting[4], 1);
    assert_int_equal(p.count, 5);
    parts_free(&p);
}

/* Six parts of two runs each: means 0 .. 5, whose deviation is sqrt(3.5). */
static void test_spread(void **state)
{
    struct spread_of_parts s;
    struct parts p;
    double x[12];

    (void)state;
    for (size_t i = 0; i < 12; i++)
        x[i] = (double)(i / 2) + (i % 2 == 0 ? 0.25 : -0.25);
    cut(&p, 12, NULL, 0);
    parts_spread(&s, x, &p);
    parts_free(&p);
    assert_int_equal(s.n, 12);
    assert_int_equal(s.parts, 6);
    assert_int_equal(s.odd, 0);
    assert_near(s.mean, 2.5, 1e-12);
    assert_near(s.sd, sqrt(3.5), 1e-12);
    assert_near(s.apart, 0, 0);
    assert_true(s.known);
    assert_near(interval_half(&s, 0, 0), 2 * sqrt(3.5), 1e-12);
    assert_near(interval_half(&s, 3, 0), 6, 1e-12);
    assert_near(interval_half(&s, 0, 10), 10, 1e-12);
    /* t(5; .975) is 2.570582 */
    assert_near(interval_half_of_mean(&s, 0), 2.570582 * sqrt(3.5 / 6), 1e-5);
    assert_near(interval_half_of_mean(&s, 10), 10, 1e-12);
}

/* Of the values that there are, in the parts of all runs. */
static void test_missing(void **state)
{
    struct spread_of_parts s;
    double x[12];
    struct parts p;

    (void)state;
    cut(&p, 12, NULL, 0);
    for (size_t i = 0; i < 12; i++)
        x[i] = i < 4 ? NAN : (double)(i / 2); /* parts 2, 3, 4, 5 */
    parts_spread(&s, x, &p);
    assert_int_equal(s.n, 8);
    assert_int_equal(s.parts, 4);
    assert_near(s.mean, 3.5, 1e-12);
    assert_near(s.sd, sqrt(5.0 / 3), 1e-12);
    assert_true(s.known);
    assert_near(interval_half_of_mean(&s, 0), 3.182446 * sqrt(5.0 / 12), 1e-5);

    x[4] = x[5] = NAN; /* six values in three parts */
    parts_spread(&s, x, &p);
    assert_int_equal(s.parts, 3);
    assert_false(s.known);
    assert_true(isnan(interval_half(&s, 1, 1)));
    assert_true(isnan(interval_half_of_mean(&s, 1)));
    parts_free(&p);
}

static void test_fewest(void **state)
{
    static const double x[] = {1, 2, 4, 5};
    struct spread_of_parts s;
    struct parts p;

    (void)state;
    cut(&p, VALUES_MIN, NULL, 0);
    parts_spread(&s, x, &p);
    assert_true(s.known);
    assert_near(s.sd, sqrt(10.0 / 3), 1e-12);
    parts_free(&p);
    cut(&p, VALUES_MIN - 1, NULL, 0);
    parts_spread(&s, x, &p);
    assert_int_equal(s.n, 3);
    assert_near(s.mean, 7.0 / 3, 1e-12);
    assert_false(s.known);
    parts_free(&p);
}

/* ---- sittings ------------------------------------------------------------ */

static void test_two_sittings(void **state)
{
    static const double x[] = {0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3};
    struct spread_of_parts s;
    struct parts p;

    (void)state;
    cut(&p, 12, (const size_t[]){4}, 1);
    assert_int_equal(p.sittings, 2);
    assert_int_equal(p.count, 6);
    parts_spread(&s, x, &p);
    assert_near(s.apart, 3, 1e-12);
    /* of 0 0 3 3 3 3 */
    assert_near(s.sd, sqrt(2.4), 1e-12);
    assert_near(interval_half(&s, 0, 0), 2 * sqrt(2.4), 1e-12);
    parts_free(&p);

    cut(&p, 8, (const size_t[]){7}, 1);
    parts_spread(&s, (const double[]){0, 0, 0, 0, 0, 0, 0, 3}, &p);
    assert_near(s.apart, 3, 1e-12);
    /* the last part is one of two runs: 2 sd are 1.22 */
    assert_near(interval_half(&s, 0, 0), 3, 1e-12);
    parts_free(&p);
}

static void test_three_sittings(void **state)
{
    static const double x[] = {0, 2, 4, 6, 1, 1, 1, 1, 2};
    struct spread_of_parts s;
    struct parts p;

    (void)state;
    cut(&p, 9, (const size_t[]){4, 8}, 2);
    assert_int_equal(p.sittings, 3);
    assert_int_equal(p.count, 3);
    assert_int_equal(p.of[3], 0);
    assert_int_equal(p.of[4], 1);
    assert_int_equal(p.of[8], 2);
    parts_spread(&s, x, &p);
    assert_int_equal(s.parts, 3);
    assert_near(s.mean, 2, 1e-12);
    assert_near(s.sd, 1, 1e-12); /* of 3 1 2 */
    assert_near(s.apart, 0, 0);
    assert_true(s.known); /* there are no 4 parts to have values in */
    assert_near(interval_half(&s, 0, 0), 2, 1e-12);
    parts_free(&p);
}

/* ---- odd values ---------------------------------------------------------- */

/* n values 1 .. 5 in turn, whose median is 3 and the deviation from it 1, with
 * some of the least or of the greatest replaced. */
static void spread_of(struct spread_of_parts *s, size_t n, double odd,
                      size_t replaced)
{
    double x[MOST];
    struct parts p;

    for (size_t i = 0; i < n; i++)
        x[i] = i % 5 == (odd > 3 ? 4 : 0) && i / 5 < replaced
                   ? odd
                   : (double)(i % 5) + 1;
    cut(&p, n, NULL, 0);
    parts_spread(s, x, &p);
    parts_free(&p);
}

static void test_odd(void **state)
{
    const double most = 4 * 1.4826;
    struct spread_of_parts s;

    (void)state;
    spread_of(&s, 20, 100, 2);
    assert_int_equal(s.odd, 2);
    assert_int_equal(s.high, 2);
    assert_false(s.two_groups);
    assert_near(s.mean, (50 + 2 * (3 + most)) / 20, 1e-12);
    spread_of(&s, 20, -100, 1);
    assert_int_equal(s.odd, 1);
    assert_int_equal(s.high, 0);
    assert_near(s.mean, (59 + 3 - most) / 20, 1e-12);
    spread_of(&s, 20, 3 + most - 0.01, 2);
    assert_int_equal(s.odd, 0);

    /* more than a tenth: none is moved */
    spread_of(&s, 20, 100, 3);
    assert_int_equal(s.odd, 3);
    assert_true(s.two_groups);
    assert_near(s.mean, (45 + 300) / 20.0, 1e-12);
    assert_true(s.known);

    /* fewer than ten values: none is odd */
    spread_of(&s, 9, 100, 1);
    assert_int_equal(s.odd, 0);
    assert_near(s.mean, (20 + 100) / 9.0, 1e-12);
    spread_of(&s, 10, 100, 1);
    assert_int_equal(s.odd, 1);
}

/* Where most values are alike nothing says what is far. */
static void test_alike(void **state)
{
    double x[12] = {[3] = 7};
    struct spread_of_parts s;
    struct parts p;

    (void)state;
    cut(&p, 12, NULL, 0);
    parts_spread(&s, x, &p);
    assert_int_equal(s.odd, 0);
    assert_near(s.mean, 7.0 / 12, 1e-12);
    parts_free(&p);
}

/* ---- columns ------------------------------------------------------------- */

static void test_column(void **state)
{
    const struct spread_of_parts s[] = {{.sd = 3, .known = true},
                                        {.sd = 9, .known = false},
                                        {.sd = 1, .known = true},
                                        {.sd = 5, .known = true}};
    const struct spread_of_parts *column[] = {&s[0], &s[1], &s[2], &s[3]};

    (void)state;
    assert_near(column_sd(column, 4), 3, 0);
    assert_near(column_sd(column, 3), 2, 0);
    assert_near(column_sd(column + 1, 1), 0, 0);
    assert_near(column_sd(column, 0), 0, 0);
}

static void test_median(void **state)
{
    (void)state;
    assert_near(median_in_place((double[]){3, 1, 2}, 3), 2, 0);
    assert_near(median_in_place((double[]){4, 1, 2, 3}, 4), 2.5, 0);
    assert_true(isnan(median_in_place(NULL, 0)));
}

UNIT_GROUP(interval)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_no_runs),
        cmocka_unit_test(test_pauses),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_fewest),
        cmocka_unit_test(test_two_sittings),
        cmocka_unit_test(test_three_sittings),
        cmocka_unit_test(test_odd),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_column),
        cmocka_unit_test(test_median),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
