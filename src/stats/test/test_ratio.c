/* test_ratio.c: times of whole rounds: exact cases, gaps, and what is left out.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"

static double time_freed(struct series *s, size_t n)
{
    double t = time_of_rounds(s, n, 0);

    for (size_t i = 0; i < n; i++)
        series_free(&s[i]);
    return t;
}

static void test_does_not_exist(void **state)
{
    struct series s[2] = {{0}};

    (void)state;
    assert_true(isnan(time_freed(s, 1)));
    for (size_t i = 0; i < 4; i++)
        series_add(&s[0], i < 2 ? 1 : 0, i); /* there is no logarithm of 0 */
    assert_true(isnan(time_freed(s, 1)));
    for (size_t i = 0; i < 2; i++) { /* not one round in common */
        series_add(&s[0], 2, 2 * i);
        series_add(&s[1], 1, 2 * i + 1);
    }
    assert_true(isnan(time_freed(s, 2)));
    series_add(&s[0], 2, 0); /* a row without rounds is no rival */
    assert_near(time_freed(s, 2), 2, 1e-12);
}

/* The rounds that all three have are 0 and 2, whatever the others say. */
static void test_rounds_are_those_of_all(void **state)
{
    struct series s[3] = {{0}};

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        series_add(&s[0], i == 4 ? 100 : (double)(i + 1), i);
        if (i != 3)
            series_add(&s[1], 2, i);
        if (i % 2 == 0 && i != 4)
            series_add(&s[2], 7, i);
    }
    assert_near(time_of_rounds(s, 3, 0), sqrt(3), 1e-12);
    assert_near(time_of_rounds(s, 3, 1), 2, 1e-12);
    assert_near(time_of_rounds(s, 3, 2), 7, 1e-12);
    for (size_t i = 0; i < 3; i++)
        series_free(&s[i]);
}

/* A quarter of a round's launches at each end counts for nothing. */
static void test_middle_launches(void **state)
{
    static const struct {
        double t[8];
        size_t n;
        double figure;
    } rows[] = {
        {{9}, 1, 9},
        {{9, 2}, 2, 5.5},
        {{9, 2, 4}, 3, 4},
        {{9, 2, 4, 1}, 4, 3},
        {{9, 2, 4, 1, 6}, 5, 4},
        {{9, 2, 4, 1, 6, 8}, 6, 5},
        {{9, 2, 4, 1, 6, 8, 7}, 7, 17. / 3},
        {{90, 2, 4, 1, 6, 80, 7, 5}, 8, 5.5},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct series s = {0};

        for (size_t k = 0; k < rows[i].n; k++)
            series_add(&s, rows[i].t[k], 0);
        assert_near(time_freed(&s, 1), rows[i].figure, 1e-12);
    }
}

/* A turn of five launches in a round, of which some do not count. */
static void add_turn(struct series *s, const double *t, const char *counts,
                     size_t round)
{
    bool yes[5];

    for (size_t i = 0; i < LENGTH(yes); i++)
        yes[i] = counts[i] == '+';
    series_add_turn(s, t, yes, LENGTH(yes), round);
}

/* The figure of a round whose turn lost launches leaves out what of the whole
 * turn would be; a round of which nothing else is left counts for nobody. */
static void test_launches_missing(void **state)
{
    const double interrupted[] = {2, 9, 2, 2, 2}, slow[] = {8, 9, 8, 9, 2},
                 usual[] = {2, 2, 2, 2, 2}, small[] = {1, 2, 3, 5, 9};
    struct series s[2] = {{0}};

    (void)state;
    add_turn(&s[0], interrupted, "-+---", 0); /* nothing but an extreme */
    add_turn(&s[0], interrupted, "++---", 1); /* 2 */
    add_turn(&s[0], slow, "-+---", 2);        /* 9, not the only one */
    add_turn(&s[0], usual, "+++++", 3);
    add_turn(&s[0], small, "-++++", 4); /* 2, 3, 5 */
    for (size_t round = 0; round < 5; round++)
        add_turn(&s[1], usual, "+++++", round);
    assert_int_equal(s[0].n, 1 + 2 + 1 + 5 + 4);
    assert_near(log(time_of_rounds(s, 2, 0)),
                (log(2) + log(9) + log(2) + log(10. / 3)) / 4, 1e-12);
    series_free(&s[0]);
    series_free(&s[1]);
}

/* Of eight launches two at each end are left out, missing ones included; alike
 * ones that do not count are the first of them. */
static void test_two_at_each_end(void **state)
{
    const double t[] = {1, 2, 3, 4, 5, 6, 9, 9};
    const bool counts[] = {true, true, true, false, true, true, true, false};
    struct series s = {0};

    (void)state;
    series_add_turn(&s, t, counts, LENGTH(t), 0);
    assert_near(time_freed(&s, 1), (3 + 5 + 6) / 3., 1e-12);
}

/* Of one or two launches, as of a whole turn, none is an extreme. */
static void test_short_stages(void **state)
{
    const double t[] = {2, 4};
    const bool counts[] = {true, false};
    struct series s = {0};

    (void)state;
    series_add_turn(&s, t, counts, 2, 0);
    assert_near(time_freed(&s, 1), 2, 1e-12);
}

UNIT_GROUP(ratio)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_does_not_exist),
        cmocka_unit_test(test_rounds_are_those_of_all),
        cmocka_unit_test(test_middle_launches),
        cmocka_unit_test(test_launches_missing),
        cmocka_unit_test(test_two_at_each_end),
        cmocka_unit_test(test_short_stages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
