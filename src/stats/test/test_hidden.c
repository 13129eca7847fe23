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
static double hidden(struct series both, struct series alone,
                     struct series pure)
{
    double share = share_hidden(&both, &alone, &pure);

    series_free(&both);
    series_free(&alone);
    series_free(&pure);
    return share;
}

static void assert_exactly(double share, double known)
{
    assert_near(share, known, 1e-12);
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

    (void)state;
    for (int missing = 0; missing < 3; missing++)
        assert_true(isnan(hidden(missing == 0 ? none : rounds_of(9, 2, 1),
                                 missing == 1 ? none : rounds_of(9, 2, 1),
                                 missing == 2 ? none : rounds_of(9, 2, 1))));
    assert_true(isnan(
        hidden(rounds_of(9, 2, 1), rounds_of(9, 2, 1), rounds_of(9, 2, 0))));
    assert_exactly(
        hidden(rounds_of(1, 8, 3), rounds_of(1, 1, 2), rounds_of(1, 8, 1)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_shares),
        cmocka_unit_test(test_does_not_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
