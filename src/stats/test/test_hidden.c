/* test_hidden.c: the share of one thing that another one hides. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/test/series.h"

/* Round by round levels that no two neighbouring rounds share. */
static double level(size_t round)
{
    return 1 + (double)(round * 7 % 10) / 10;
}

/* So many launches in each of some rounds, `factor` times its level. */
static struct series rounds_of(size_t rounds, size_t launches, double factor)
{
    struct series s = {0};

    for (size_t i = 0; i < rounds * launches; i++)
        series_add(&s, factor * level(i / launches), i / launches);
    return s;
}

/* Frees the series. */
static struct ratio hidden(struct series both, struct series alone,
                           struct series pure)
{
    struct ratio r;

    share_hidden(&r, &both, &alone, &pure, 0.95, (struct visits){0});
    series_free(&both);
    series_free(&alone);
    series_free(&pure);
    return r;
}

static void assert_exactly(struct ratio r, double share)
{
    assert_near(r.ratio, share, 1e-12);
    assert_near(r.lo, share, 1e-12);
    assert_near(r.hi, share, 1e-12);
}

static const struct known {
    double both, alone, pure, hidden;
} known[] = {
    {3, 2, 1, 0},      /* one after the other */
    {2, 2, 1, 1},      /* for nothing */
    {2.5, 2, 1, 0.5},  /* half of it */
    {4, 2, 1, -1},     /* in each other's way: not cut off */
    {1.9, 2, 1, 1.1},  /* nor is this */
    {1, 0.25, 1, .25}, /* computing too short to hide more */
};

/* What disturbs a round disturbs all: every round shows the same, however few
 * or many rounds, and however many launches of each. */
static void test_known_shares(void **state)
{
    const size_t rounds[] = {2, 5, 6, 40};

    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++)
        for (size_t j = 0; j < LENGTH(rounds); j++) {
            const struct known *k = &known[i];
            size_t n = rounds[j];

            assert_exactly(hidden(rounds_of(n, 8, k->both),
                                  rounds_of(n, 8, k->alone),
                                  rounds_of(n, 8, k->pure)),
                           k->hidden);
            assert_exactly(hidden(rounds_of(n, 3, k->both),
                                  rounds_of(n, 1, k->alone),
                                  rounds_of(n, 5, k->pure)),
                           k->hidden);
        }
}

static void test_does_not_exist(void **state)
{
    const struct series none = {0};
    struct ratio r;

    (void)state;
    for (int missing = 0; missing < 3; missing++) {
        r = hidden(missing == 0 ? none : rounds_of(9, 2, 1),
                   missing == 1 ? none : rounds_of(9, 2, 1),
                   missing == 2 ? none : rounds_of(9, 2, 1));
        assert_true(isnan(r.ratio) && isnan(r.lo) && isnan(r.hi));
    }
    r = hidden(rounds_of(9, 2, 1), rounds_of(9, 2, 1), rounds_of(9, 2, 0));
    assert_true(isnan(r.ratio) && isnan(r.lo) && isnan(r.hi));
    r = hidden(rounds_of(1, 8, 3), rounds_of(1, 1, 2), rounds_of(1, 8, 1));
    assert_near(r.ratio, 0, 1e-12); /* of one round there is no interval */
    assert_true(isnan(r.lo) && isnan(r.hi));
}

/* Two rounds with shares of 1 and 0: a mean of standard error 1/2, and t(1) is
 * 12.706; both ways alike. */
static void test_few_rounds(void **state)
{
    struct series both = {0}, alone = {0}, pure = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        series_add(&both, (double)(1 + i), i);
        series_add(&alone, 1, i);
        series_add(&pure, 1, i);
    }
    r = hidden(both, alone, pure);
    assert_near(r.ratio, 0.5, 1e-12);
    assert_near(r.hi - r.ratio, r.ratio - r.lo, 1e-12);
    assert_near(r.hi - r.ratio, 12.7062 * 0.5, 1e-4);
}

/* The interval of many rounds holds the share, which may be near 0. */
static void test_many_rounds(void **state)
{
    struct series both = {0}, alone = {0}, pure = {0};
    struct ratio r;

    (void)state;
    for (size_t i = 0; i < 320; i++) {
        series_add(&both, 2 + (double)(i * 37 % 101) / 1000, i / 8);
        series_add(&pure, 1 + (double)(i * 53 % 103) / 1000, i / 8);
        if (i % 8 == 0)
            series_add(&alone, 1 + (double)(i * 29 % 107) / 1000, i / 8);
    }
    r = hidden(both, alone, pure);
    assert_true(r.lo < r.ratio && r.ratio < r.hi);
    assert_near(r.ratio, 0.05, 0.05);
    assert_true(r.hi - r.lo < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_shares),
        cmocka_unit_test(test_does_not_exist),
        cmocka_unit_test(test_few_rounds),
        cmocka_unit_test(test_many_rounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
