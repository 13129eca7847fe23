/* test_ratio.c: times from whole rounds: exact values, gaps, launches that are
 * dropped; hidden shares. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"

static double time_freed(struct series *s, size_t n)
{
    double t = time_of_rounds(s, n, 0, 0);

    for (size_t i = 0; i < n; i++)
        series_free(&s[i]);
    return t;
}

UNIT_TEST(test_does_not_exist)
{
    struct series s[2] = {{0}};

    assert_true(isnan(time_freed(s, 1)));
    for (size_t i = 0; i < 4; i++)
        series_add(&s[0], i < 2 ? 1 : 0, i); /* 0 has no logarithm */
    assert_near(time_freed(s, 1), 0.5, 0);
    for (size_t i = 0; i < 4; i++)
        series_add(&s[0], 0, i);
    assert_near(time_freed(s, 1), 0, 0);
    for (size_t i = 0; i < 2; i++) { /* no common round */
        series_add(&s[0], 2, 2 * i);
        series_add(&s[1], 1, 2 * i + 1);
    }
    assert_int_equal(rounds_in_common(s, 2, 0), 0);
    assert_true(isnan(time_freed(s, 2)));
    series_add(&s[0], 2, 0); /* a row without rounds is ignored */
    assert_near(time_freed(s, 2), 2, 1e-12);
}

/* The rounds that all three rows have are 0 and 2. */
UNIT_TEST(test_rounds_are_those_of_all)
{
    struct series s[3] = {{0}};

    for (size_t i = 0; i < 6; i++) {
        series_add(&s[0], i == 4 ? 100 : (double)(i + 1), i);
        if (i != 3)
            series_add(&s[1], 2, i);
        if (i % 2 == 0 && i != 4)
            series_add(&s[2], 7, i);
    }
    assert_near(time_of_rounds(s, 3, 0, 0), sqrt(3), 1e-12);
    assert_near(time_of_rounds(s, 3, 1, 0), 2, 1e-12);
    assert_near(time_of_rounds(s, 3, 2, 0), 7, 1e-12);
    assert_int_equal(rounds_in_common(s, 3, 0), 2);
    assert_int_equal(rounds_in_common(s, 2, 1), 5);
    time_freed(s, 3);
}

/* For a round's mean, a quarter of the launches is dropped at each end. */
UNIT_TEST(test_middle_launches)
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

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct series s = {0};

        for (size_t k = 0; k < rows[i].n; k++)
            series_add(&s, rows[i].t[k], 0);
        assert_near(time_freed(&s, 1), rows[i].figure, 1e-12);
    }
}

/* Adds the launches of a turn to a round; + marks valid ones. */
static void add_turn(struct series *s, const double *t, const char *counts,
                     size_t round)
{
    size_t n = strlen(counts);
    bool yes[8];

    for (size_t i = 0; i < n; i++)
        yes[i] = counts[i] == '+';
    series_add_turn(s, t, yes, n, round);
}

/* If launches of a turn are missing, the round's mean leaves out those that are
 * extremes of the whole turn. Without other launches the round has no mean. */
UNIT_TEST(test_launches_missing)
{
    static const struct {
        double t[8];
        const char *counts;
        double figure; /* 0 if there is none */
    } turns[] = {
        {{2, 9, 2, 2, 2}, "-+---", 0}, /* only an extreme */
        {{2, 9, 2, 2, 2}, "++---", 2},
        {{8, 9, 8, 9, 2}, "-+---", 9}, /* one of two 9s */
        {{2, 2, 2, 2, 2}, "+++++", 2},
        {{1, 2, 3, 5, 9}, "-++++", 10. / 3}, /* mean of 2, 3, 5 */
        /* drops two at each end; of equal times, the invalid ones first */
        {{1, 2, 3, 4, 5, 6, 9, 9}, "+++-+++-", (3 + 5 + 6) / 3.},
        /* one or two launches have no extremes */
        {{2, 4}, "+-", 2},
    };
    const size_t valid = LENGTH(turns) - 1;
    struct series all[2] = {{0}};
    double sum = 0;

    for (size_t i = 0; i < LENGTH(turns); i++) {
        struct series s = {0};
        double t;

        add_turn(&s, turns[i].t, turns[i].counts, 0);
        t = time_freed(&s, 1);
        add_turn(&all[0], turns[i].t, turns[i].counts, i);
        add_turn(&all[1], turns[3].t, turns[3].counts, i);
        if (turns[i].figure > 0) {
            assert_near(t, turns[i].figure, 1e-12);
            sum += log(turns[i].figure);
        } else {
            assert_true(isnan(t));
        }
    }
    assert_int_equal(all[0].n, 1 + 2 + 1 + 5 + 4 + 6 + 1);
    assert_near(log(time_freed(all, 2)), sum / (double)valid, 1e-12);
}

/* ---- hidden shares ------------------------------------------------------ */

UNIT_TEST(test_shares)
{
    static const struct {
        double both, alone, pure, hidden;
    } known[] = {
        {3, 2, 1, 0},       /* one after the other: nothing is hidden */
        {2, 2, 1, 1},       /* all of it is hidden */
        {2.5, 2, 1, 0.5},   /* half is hidden */
        {4, 2, 1, -1},      /* slower together: negative, not clamped */
        {1.9, 2, 1, 1.1},   /* above 1, not clamped */
        {1, 0.25, 1, 0.25}, /* the computation is too short to hide more */
        {NAN, 1, 1, NAN},   {1, NAN, 1, NAN}, {1, 1, NAN, NAN}, {1, 1, 0, NAN},
    };

    for (size_t i = 0; i < LENGTH(known); i++) {
        double x = share_hidden(known[i].both, known[i].alone, known[i].pure);

        if (isnan(known[i].hidden))
            assert_true(isnan(x));
        else
            assert_near(x, known[i].hidden, 1e-12);
    }
}
