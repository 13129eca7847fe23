/* test_flips.c: exchanges within blocks, counted by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/flips.h"
#include "mpiperf/stats/test/series.h"

/* Of 64 ways two have the largest sum: all as they are, all turned. */
static void test_one_row(void **state)
{
    const double d[] = {0.1, 0.4, 0.2, 0.6, 0.5, 0.3};
    const double *rows[1];
    double score[6], p;

    (void)state;
    flips_signed_ranks(score, d, 6);
    assert_near(score[3], 6, 0);
    rows[0] = score;
    flips_p(&p, rows, 1, 6);
    assert_near(p, 2.0 / 64, 1e-15);
}

/* Ranks 1 to 4, the first one negative: sums of at least 8 have {} or {1}
 * turned, and these two the other way round: 4 of 16. */
static void test_mixed_signs(void **state)
{
    const double d[] = {-1, 2, 3, 4};
    const double *rows[1];
    double score[4], p;

    (void)state;
    flips_signed_ranks(score, d, 4);
    assert_near(score[0], -1, 0);
    rows[0] = score;
    flips_p(&p, rows, 1, 4);
    assert_near(p, 4.0 / 16, 1e-15);
}

/* Two rows with the same sizes: turning what is negative in the second brings
 * the largest sum there, so that each row's largest comes twice as often. */
static void test_two_rows(void **state)
{
    const double d[2][6] = {{1, 2, 3, 4, 5, 6}, {-1, 2, -3, 4, -5, 6}};
    double score[2][6], p[2];
    const double *rows[2] = {score[0], score[1]};

    (void)state;
    flips_signed_ranks(score[0], d[0], 6);
    flips_signed_ranks(score[1], d[1], 6);
    flips_p(p, rows, 2, 6);
    assert_near(p[0], 4.0 / 64, 1e-15);
    assert_true(p[1] > p[0]);
}

static void test_missing(void **state)
{
    const double d[] = {NAN, 2, 0, -2}, a[] = {1, NAN, 3}, b[] = {2, 9, 4};
    const double *rows[1];
    double score[4], p;

    (void)state;
    flips_signed_ranks(score, d, 4);
    assert_near(score[0], 0, 0);
    assert_near(score[1], 2.5, 0); /* ranks 2 and 3 shared; 1 is the 0's */
    assert_near(score[2], 0, 0);
    assert_near(score[3], -2.5, 0);
    flips_rank_differences(score, a, b, 3); /* of 1, 2, 3, 4 */
    assert_near(score[0], 1, 0);
    assert_near(score[1], 0, 0);
    assert_near(score[2], 1, 0);
    for (size_t i = 0; i < 3; i++)
        score[i] = 0;
    rows[0] = score;
    flips_p(&p, rows, 1, 3);
    assert_true(isnan(p));
}

/* Beyond FLIPS_EXACT ways are drawn: what was seen is one of them, and with all
 * of 20 on one side hardly another. The same twice. */
static void test_drawn(void **state)
{
    double d[20], score[20], p, again;
    const double *rows[1] = {score};

    (void)state;
    for (size_t i = 0; i < 20; i++)
        d[i] = (double)i + 1;
    flips_signed_ranks(score, d, 20);
    flips_p(&p, rows, 1, 20);
    flips_p(&again, rows, 1, 20);
    assert_true(p >= 1.0 / (FLIPS_DRAWN + 1) && p < 0.001);
    assert_near(p, again, 0);
    for (size_t i = 0; i < 20; i++)
        d[i] *= i % 2 ? -1 : 1;
    flips_signed_ranks(score, d, 20);
    flips_p(&p, rows, 1, 20);
    assert_near(p, 0.8695, 0.02); /* a sum of 10 of 210, by all ways */
}

/* One row by itself has the p of a table of one row: exactly, and beyond
 * FLIPS_EXACT as nearly as ways are drawn. */
static void test_alone(void **state)
{
    static const size_t sizes[] = {6, 7, FLIPS_EXACT, 40};

    (void)state;
    for (size_t k = 0; k < 4; k++)
        for (int slower = 0; slower < 6; slower++) {
            double a[40], b[40], score[40], p;
            const double *rows[1] = {score};

            for (size_t i = 0; i < sizes[k]; i++) {
                a[i] = (double)(i * 7 % 11);
                b[i] = (double)(i * 5 % 13) + slower;
            }
            flips_rank_differences(score, a, b, sizes[k]);
            flips_p(&p, rows, 1, sizes[k]);
            assert_near(flips_p_alone(score, sizes[k]), p,
                        sizes[k] <= FLIPS_EXACT ? 1e-12 : 0.02);
        }
}

/* The least p of so many blocks is what their number allows: no row of a table
 * of a thousand that is as clear as can be lacks an interval. */
static void test_far_tail(void **state)
{
    (void)state;
    for (size_t n = 6; n <= FLIPS_COUNTED; n++) {
        double score[FLIPS_COUNTED];

        for (size_t i = 0; i < n; i++)
            score[i] = 1 + (double)(i % 5);
        assert_near(flips_p_alone(score, n) * pow(2, (double)n), 2, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_far_tail),    cmocka_unit_test(test_one_row),
        cmocka_unit_test(test_mixed_signs), cmocka_unit_test(test_two_rows),
        cmocka_unit_test(test_missing),     cmocka_unit_test(test_drawn),
        cmocka_unit_test(test_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
