/* test_interval.c: parts, spreads and intervals of known values; two groups of
 * values and their threshold. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/interval.h"
#include "stats/test/series.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include "stats/cut.h"

enum { MOST = 24 };

/* Divides n runs, with a pause of an hour before runs `pause` and `second`; 0:
 * no pause. */
static void cut(struct parts *p, size_t n, size_t pause, size_t second)
{
    double pauses[MOST];

    for (size_t i = 0; i < n; i++)
        pauses[i] = i > 0 && (i == pause || i == second) ? 3600 : 1;
    parts_cut(p, pauses, n, 3600);
}

/* Parts are consecutive runs, divided at n i / 6. If runs are few, each is a
 * part. If there are several sittings, they are the parts. */
UNIT_TEST(test_parts)
{
    static const struct {
        size_t n, pause, second, count, first[RUN_PARTS];
    } rows[] = {
        {1, 0, 0, 1, {0}},
        {4, 0, 0, 4, {0, 1, 2, 3}},
        {5, 0, 0, 5, {0, 1, 2, 3, 4}},
        {6, 0, 0, 6, {0, 1, 2, 3, 4, 5}},
        {13, 0, 0, 6, {0, 2, 4, 6, 8, 10}},
        {17, 0, 0, 6, {0, 2, 5, 8, 11, 14}},
        {12, 4, 0, 2, {0, 4}},
        {9, 4, 8, 3, {0, 4, 8}},
    };

    for (size_t k = 0; k < LENGTH(rows); k++) {
        size_t part = 0;
        struct parts p;

        cut(&p, rows[k].n, rows[k].pause, rows[k].second);
        assert_int_equal(p.count, rows[k].count);
        assert_int_equal(p.sittings,
                         1 + (rows[k].pause > 0) + (rows[k].second > 0));
        for (size_t i = 0; i < rows[k].n; i++) {
            part += part + 1 < p.count && i == rows[k].first[part + 1];
            assert_int_equal(p.of[i], part);
        }
        parts_free(&p);
    }
}

/* A pause of an hour begins a sitting; a shorter or unknown one does not. */
UNIT_TEST(test_pauses)
{
    struct parts p;

    parts_cut(&p, (const double[]){NAN, 3599, 3600, NAN, 7}, 5, 3600);
    assert_int_equal(p.sittings, 2);
    assert_int_equal(p.of[1], 0);
    assert_int_equal(p.of[2], 1);
    assert_int_equal(p.of[4], 1);
    assert_int_equal(p.count, 2);
    parts_free(&p);
    parts_cut(&p, NULL, 5, 3600);
    assert_int_equal(p.sittings, 1);
    assert_int_equal(p.count, 5);
    parts_free(&p);
}

/* ---- spreads ------------------------------------------------------------- */

static const struct known {
    double x[MOST];
    size_t n, pause, second; /* arguments of cut() */
    size_t values, parts;
    double mean, sd, sittings, half; /* sittings: 0 for one; NAN if unknown */
} known[] = {
    /* six parts of two runs, with means 0 to 5 */
    {{.25, -.25, 1.25, .75, 2.25, 1.75, 3.25, 2.75, 4.25, 3.75, 5.25, 4.75},
     12,
     0,
     0,
     12,
     6,
     2.5,
     1.8708286934,
     0,
     3.7416573868},
    /* some runs have no value, so that only 4, 3, 2 or 1 parts have any */
    {{NAN, NAN, NAN, NAN, 2, 2, 3, 3, 4, 4, 5, 5},
     12,
     0,
     0,
     8,
     4,
     3.5,
     1.2909944487,
     0,
     2.5819888975},
    {{NAN, NAN, NAN, NAN, NAN, NAN, 3, 3, 4, 4, 5, 5},
     12,
     0,
     0,
     6,
     3,
     4,
     1,
     0,
     4.7},
    {{[0 ... 7] = NAN, 3, 3, 5, 5},
     12,
     0,
     0,
     4,
     2,
     4,
     M_SQRT2,
     0,
     17 * M_SQRT2},
    {{[0 ... 19] = NAN, 1, 2, 4, 5}, 24, 0, 0, 4, 1, 3, NAN, 0, NAN},
    /* the minimum number of values */
    {{1, 2, 4, 5}, 4, 0, 0, 4, 4, 3, 1.8257418584, 0, 3.6514837167},
    {{1, 2, 4}, 3, 0, 0, 3, 3, 7. / 3, 1.5275252317, 0, NAN},
    {{0}, 0, 0, 0, 0, 0, NAN, NAN, 0, NAN},
    /* two sittings with means 0 and 3: each has the same weight */
    {{0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3},
     12,
     4,
     0,
     12,
     2,
     1.5,
     2.1213203436,
     2,
     33.0116882616},
    {{0, 0, 0, 0, 0, 0, 0, 3},
     8,
     7,
     0,
     8,
     2,
     1.5,
     2.1213203436,
     2,
     33.0116882616},
    /* three sittings with means 3, 1, 2; all 3 parts have values */
    {{0, 2, 4, 6, 1, 1, 1, 1, 2}, 9, 4, 8, 9, 3, 2, 1, 3, 4.9682754235},
    /* if the median deviation is 0, there are no outliers */
    {{[3] = 7}, 12, 0, 0, 12, 6, 7. / 12, 1.4288690166, 0, 2.8577380332},
};

static void assert_known(double x, double expected)
{
    if (isnan(expected))
        assert_true(isnan(x));
    else
        assert_near(x, expected, 1e-9);
}

static struct spread_of_parts known_spread(size_t i)
{
    struct spread_of_parts s;
    struct parts p;

    cut(&p, known[i].n, known[i].pause, known[i].second);
    parts_spread(&s, known[i].x, &p);
    parts_free(&p);
    return s;
}

UNIT_TEST(test_spreads)
{
    for (size_t i = 0; i < LENGTH(known); i++) {
        const struct known *k = &known[i];
        struct spread_of_parts s = known_spread(i);

        assert_int_equal(s.n, k->values);
        assert_int_equal(s.parts, k->parts);
        assert_int_equal(s.outliers, 0);
        assert_known(s.mean, k->mean);
        assert_known(s.sd, k->sd);
        assert_near((double)s.sittings, fmax(1, k->sittings), 0);
        assert_int_equal(s.known, !isnan(k->half));
        assert_known(interval_half(&s, 0, 0), k->half);
        assert_int_equal(isnan(interval_half_of_mean(&s, 1)), isnan(k->half));
    }
}

UNIT_TEST(test_halves)
{
    const struct spread_of_parts s = {
        .n = 12, .parts = 6, .sd = sqrt(3.5), .known = true};

    assert_near(interval_half(&s, 3, 0), 6, 1e-12);
    assert_near(interval_half(&s, 0, 10), 10, 1e-12);
    /* t(5; .995) is 4.032143 */
    assert_near(interval_half_of_mean(&s, 0), 4.032143 * sqrt(3.5 / 6), 1e-5);
    assert_near(interval_half_of_mean(&s, 10), 10, 1e-12);
}

/* ---- outliers ----------------------------------------------------------- */

/* The values 1 to 5 repeated up to n values; median 3, median deviation 1. Some
 * of the smallest or largest are replaced. All outliers are clamped; more than
 * a fifth form a second group. */
UNIT_TEST(test_outliers)
{
    const double most = 4 * 1.4826;
    const struct {
        size_t n;
        double outlier;
        size_t replaced, found, high;
        double sum;
    } rows[] = {
        {20, 100, 2, 2, 2, 50 + 2 * (3 + most)},
        {20, -100, 1, 1, 0, 59 + 3 - most},
        {20, 3 + most - 0.01, 2, 0, 0, 50 + 2 * (3 + most - 0.01)},
        {20, 100, 4, 4, 4, 40 + 4 * (3 + most)},
        {20, 100, 5, 5, 5, 36 + 5 * (3 + most)},
        /* fewer than ten values: no outliers */
        {9, 100, 1, 0, 0, 20 + 100},
        {10, 100, 1, 1, 1, 25 + 3 + most},
    };

    for (size_t k = 0; k < LENGTH(rows); k++) {
        struct spread_of_parts s;
        struct parts p;
        double x[MOST];

        for (size_t i = 0; i < rows[k].n; i++)
            x[i] = (double)(i % 5) + 1;
        for (size_t i = 0; i < rows[k].replaced; i++) {
            size_t of_five = rows[k].outlier > 3 ? 4 - i / 4 : 0;

            x[5 * (i % 4) + of_five] = rows[k].outlier;
        }
        cut(&p, rows[k].n, 0, 0);
        parts_spread(&s, x, &p);
        parts_free(&p);
        assert_int_equal(s.outliers, rows[k].found);
        assert_int_equal(s.high, rows[k].high);
        assert_int_equal(s.two_groups, rows[k].found == 5);
        assert_true(s.known);
        assert_near(s.all, s.two_groups ? (36 + 500) / 20.0 : s.mean, 1e-12);
        assert_near(s.mean, rows[k].sum / (double)rows[k].n, 1e-12);
    }
}

/* ---- scatter, drift and clocks ------------------------------------------- */

/* Two values in each of six parts. The variance between parts, with means 0 to
 * 5, is 7; within parts 0.125. F(5, 6) = 8.746 has a probability of 1 %. */
UNIT_TEST(test_drift)
{
    struct spread_of_parts s = known_spread(0);

    assert_near(s.drift, 56, 1e-9);
    assert_true(drift_chance(&s) < 1e-4);
    assert_near(s.scatter, sqrt((35 + 0.75) / 11), 1e-9);
    assert_near(runs_half(&s), 2 * s.scatter / M_SQRT2, 1e-9);
    s.drift = INFINITY;
    assert_near(drift_chance(&s), 0, 0);
    s.drift = 8.746;
    assert_near(drift_chance(&s), 0.01, 1e-5);
    s = known_spread(5); /* each part is one run */
    assert_true(isnan(s.drift));
    assert_near(drift_chance(&s), 1, 0);
}

/* A clock with steps of 1; starts at all points of a step. clock_half() is
 * right for a time that is half a step more than whole steps. */
UNIT_TEST(test_clock)
{
    enum { STARTS = 1000 };

    assert_near(clock_half(10, 1000, false), 5, 0);
    assert_near(clock_half(10, 1, true), 5, 0);
    assert_near(clock_half(10, NAN, true), 5, 0);
    assert_near(clock_half(10, 100, true), 0.5, 1e-12);
    assert_near(clock_half(10, 1e6, true), 0.2, 1e-12);
    for (int i = 0; i <= 10; i++) {
        double time = 10 + i / 10.0, read[STARTS];

        for (int k = 0; k < STARTS; k++) {
            double start = (k + 0.5) / STARTS;

            read[k] = floor(start + time) - floor(start);
        }
        assert_near(gsl_stats_mean(read, 1, STARTS), time, 1e-9);
        assert_true(gsl_stats_sd(read, 1, STARTS) <=
                    clock_half(1, 1, true) + 1e-3);
    }
}

/* ---- columns ------------------------------------------------------------- */

UNIT_TEST(test_column)
{
    const struct spread_of_parts s[] = {{.sd = 3, .known = true},
                                        {.sd = 9, .known = false},
                                        {.sd = 1, .known = true},
                                        {.sd = 5, .known = true}};
    const struct spread_of_parts *column[] = {&s[0], &s[1], &s[2], &s[3]};

    assert_near(column_sd(column, 4), 3, 0);
    assert_near(column_sd(column, 3), 2, 0);
    assert_near(column_sd(column + 1, 1), 0, 0);
    assert_near(column_sd(column, 0), 0, 0);
}

/* ---- two groups ---------------------------------------------------------- */

enum { HUMP = 200 };

/* Sets x to n quantiles of a normal distribution. */
static void hump(double *x, size_t n, double mean, double sd)
{
    for (size_t i = 0; i < n; i++)
        x[i] =
            mean + sd * gsl_cdf_ugaussian_Pinv(((double)i + 0.5) / (double)n);
}

UNIT_TEST(test_one_hump)
{
    double x[HUMP];
    struct cut c;

    hump(x, HUMP, log(66), 1);
    assert_false(cut_find(&c, x, HUMP, 1.5));
    for (size_t i = 0; i < HUMP; i++) /* uniform: the share is 0.75 */
        x[i] = (double)i;
    assert_false(cut_find(&c, x, HUMP, 1.5));
}

/* The means of the groups are those of the two distributions. */
UNIT_TEST(test_two_humps)
{
    double x[HUMP];
    struct cut c;

    hump(x, 150, log(66), 0.1);
    hump(x + 150, 50, log(246), 0.1);
    assert_true(cut_find(&c, x, HUMP, 1.5));
    assert_near(c.low, log(66), 1e-9);
    assert_near(c.high, log(246), 1e-9);
    assert_near(c.share, 0.25, 1e-12);
    assert_near(c.at, (x[149] + x[150]) / 2, 1e-9);
}

UNIT_TEST(test_exact)
{
    static const double x[] = {3, 0, NAN, 4, 1, INFINITY, 0, 3};
    struct cut c;

    /* 0 0 1 | 3 3 4: variance between 1.5 * 3^2 = 13.5, total 14.83 */
    assert_true(cut_find(&c, x, LENGTH(x), 1.5));
    assert_near(c.at, 2, 1e-12);
    assert_near(c.low, 1.0 / 3, 1e-12);
    assert_near(c.high, 10.0 / 3, 1e-12);
    /* means differ by 3: e^3 is 20.09 */
    assert_true(cut_find(&c, x, LENGTH(x), 20.0));
    assert_false(cut_find(&c, x, LENGTH(x), 20.2));
}

UNIT_TEST(test_nothing)
{
    static const double alike[] = {2, 2, 2, 2}, none[] = {NAN, NAN};
    struct cut c;

    assert_false(cut_find(&c, alike, LENGTH(alike), 1.05));
    assert_false(cut_find(&c, none, LENGTH(none), 1.05));
    assert_false(cut_find(&c, NULL, 0, 1.05));
    assert_true(isnan(c.at));
}

/* Nine degrees of freedom: 1.833 and 4.297 standard deviations. The mean of 1
 * to 10 is 5.5, the deviation 3.0277. A far value is clamped. */
UNIT_TEST(test_next)
{
    double x[10];

    for (size_t i = 0; i < LENGTH(x); i++)
        x[i] = (double)i + 1;
    assert_true(isnan(next_most(x, VALUES_MIN - 1, 0.05)));
    assert_near(next_most(x, 10, 0.5), 5.5, 1e-9);
    assert_near(next_most(x, 10, 0.05), 5.5 + 1.83311 * 3.02765 * sqrt(1.1),
                1e-4);
    assert_near(next_most(x, 10, 0.001), 5.5 + 4.29681 * 3.02765 * sqrt(1.1),
                1e-4);
    x[9] = 1e6;
    assert_true(next_most(x, 10, 0.05) < 40);
}
