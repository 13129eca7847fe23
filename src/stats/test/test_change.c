/* test_change.c: changes of a level: known series, and how often simulated
 * series of nights show the right night. With an argument, prints the table of
 * doc/statistics.md, with other methods beside this one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/change.h"
#include "stats/test/methods.h"
#include "stats/test/series.h"

#include <gsl/gsl_randist.h>

enum { LONGEST = 365 };

/* ---- known series -------------------------------------------------------- */

/* Levels 0, `step` and so on from the given indexes; neighbours differ by 1. */
static const struct known {
    size_t n, at[3];
    double step[3], least;
    size_t changes, found[3]; /* which of them are found */
} known[] = {
    {20, {10}, {8}, 0, 1, {0}},
    {20, {5}, {8}, 0, 1, {0}},
    {20, {15}, {-8}, 0, 1, {0}},
    {20, {16}, {8}, 0, 0, {0}}, /* too few values after it, before it */
    {20, {4}, {8}, 0, 0, {0}},
    {20, {10}, {8}, 9, 0, {0}}, /* less than the smallest change */
    {40, {12, 30}, {8, -8}, 0, 2, {0, 1}},
    {40, {12, 30}, {8, 2}, 3, 1, {0}},
    {40, {12, 15}, {8, 8}, 0, 1, {0}}, /* three values are not a level */
    {40, {12, 15}, {8, -8}, 0, 0, {0}},
    {9, {5}, {8}, 0, 0, {0}},
    {1, {1}, {0}, 0, 0, {0}},
};

UNIT_TEST(test_known_series)
{
    for (size_t k = 0; k < LENGTH(known); k++) {
        const struct known *s = &known[k];
        double x[LONGEST] = {0};
        struct changes c;

        for (size_t i = 0; i < s->n; i++) {
            x[i] = i % 2 == 0 ? 0.5 : -0.5;
            for (size_t j = 0; j < 3; j++)
                x[i] += s->at[j] > 0 && i >= s->at[j] ? s->step[j] : 0;
        }
        changes_find(&c, x, s->n, s->least, 1);
        if (c.n != s->changes)
            fail_msg("series %zu: %zu changes", k, c.n);
        for (size_t i = 0; i < c.n; i++)
            assert_int_equal(c.v[i].at, s->at[s->found[i]]);
        changes_free(&c);
    }
}

/* The step is the difference of medians, the scatter that of the values. */
UNIT_TEST(test_step_and_scatter)
{
    double x[] = {0, 1, 0, 90, 0, 1, 0, 1, 10, 11, 10, 11, 10, 11, 10, 11};
    struct changes c;

    changes_find(&c, x, LENGTH(x), 0, 1);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.v[0].at, 8);
    assert_near(c.v[0].step, 10, 1e-12);
    assert_near(c.scatter, 1 / 0.6745 / sqrt(2), 1e-12);
    changes_free(&c);
    assert_true(isnan(change_scatter(x, 1)));
    assert_true(isnan(change_median(x, 0)));
    assert_near(change_median(x, 4), 0.5, 0);
}

/* A value between two levels could belong to either. */
UNIT_TEST(test_night_is_uncertain)
{
    double x[20];
    struct changes c;

    for (size_t i = 0; i < LENGTH(x); i++)
        x[i] = (i % 2 == 0 ? 0.5 : -0.5) + (i < 10 ? 0 : 8);
    changes_find(&c, x, LENGTH(x), 0, 1);
    assert_int_equal(c.v[0].within, 0);
    changes_free(&c);
    x[9] = 4;
    changes_find(&c, x, LENGTH(x), 0, 1);
    assert_int_equal(c.n, 1);
    assert_int_equal(c.v[0].within, 1);
    changes_free(&c);
}

/* ---- simulated nights ---------------------------------------------------- */

struct nights {
    double x[LONGEST];
    size_t n, at;         /* the change is before night `at` */
    double scatter, step; /* logarithms */
    gsl_rng *rng;
};

static double normal(const struct nights *s, size_t i)
{
    (void)i;
    return gsl_ran_gaussian(s->rng, s->scatter);
}

static double tails(const struct nights *s, size_t i)
{
    (void)i;
    return s->scatter * gsl_ran_tdist(s->rng, 3);
}

static double some_slow(const struct nights *s, size_t i)
{
    double slow = gsl_ran_flat(s->rng, 0.05, 0.2);

    return normal(s, i) + (gsl_rng_uniform(s->rng) < 0.1 ? slow : 0);
}

static double drift(const struct nights *s, size_t i)
{
    return normal(s, i) + s->scatter * sin(2 * M_PI * (double)i / 60);
}

static double related(const struct nights *s, size_t i)
{
    double z = gsl_ran_gaussian(s->rng, s->scatter);

    return i == 0 ? z
                  : sqrt(0.75) * z +
                        0.5 * (s->x[i - 1] - (i > s->at ? s->step : 0));
}

static double states(const struct nights *s, size_t i)
{
    return normal(s, i) + (gsl_rng_uniform(s->rng) < 0.5 ? 2 : -2) * s->scatter;
}

static size_t ours(size_t *at, double *x, size_t n, gsl_rng *rng)
{
    struct changes c;
    size_t found;

    (void)rng;
    changes_find(&c, x, n, log(1.03), 1);
    found = c.n;
    for (size_t i = 0; i < found; i++)
        at[i] = c.v[i].at;
    changes_free(&c);
    return found;
}

/* Kinds of nights. right: least share of series whose only change is found
 * within a night, in percent; alarms: most series of 200 with a change where
 * there is none. */
static const struct kind {
    const char *name;
    double (*night)(const struct nights *s, size_t i);
    size_t n;
    double scatter, step;
    double right, alarms;
} kinds[] = {
    {"normal", normal, 60, 0.01, 0.05, 99, 2},
    {"normal", normal, 365, 0.01, 0.05, 99, 2},
    {"normal", normal, 60, 0.02, 0.05, 80, 2},
    {"normal", normal, 60, 0.05, 0.2, 95, 2},
    {"long tails (Student, 3)", tails, 60, 0.01, 0.05, 95, 2},
    {"one of ten 5 to 20 % slow", some_slow, 60, 0.01, 0.05, 95, 2},
    {"neighbours correlated, 0.5", related, 60, 0.01, 0.05, 95, 2},
    {"drift of +-1 %", drift, 60, 0.01, 0.05, 95, 2},
    {"drift of +-2 %", drift, 60, 0.02, 0.05, 0, 200},
    {"two states, +-2 %", states, 60, 0.01, 0.05, 60, 4},
};

static const struct method {
    const char *name;
    size_t (*find)(size_t *at, double *x, size_t n, gsl_rng *rng);
} methods[] = {
    {"biweight loss (used)", ours},
    {"least squares", least_squares},
    {"E-divisive, t test", ediv_student},
    {"E-divisive, permutations", ediv_permuted},
};

/* Draws nights with a change, or without one if `step` is 0. */
static void draw(struct nights *s, const struct kind *k, bool changed)
{
    bool up = gsl_rng_uniform(s->rng) < 0.5;

    s->n = k->n;
    s->at = 10 + gsl_rng_uniform_int(s->rng, k->n - 19);
    s->scatter = k->scatter;
    s->step = changed ? log(1 + k->step) * (up ? 1 : -1) : 0;
    for (size_t i = 0; i < s->n; i++)
        s->x[i] = k->night(s, i) + (i >= s->at ? s->step : 0);
}

/* Returns the number of changes of 3 % or more, which are moved to the front.
 */
static size_t found_in(struct nights *s, const struct method *m, size_t *at)
{
    size_t n = m->find(at, s->x, s->n, s->rng), all[LONGEST], kept = 0;

    memcpy(all, at, n * sizeof(*at));
    for (size_t i = 0; i < n; i++) {
        size_t from = 0, to = s->n;

        for (size_t k = 0; k < n; k++) {
            if (all[k] < all[i] && all[k] > from)
                from = all[k];
            if (all[k] > all[i] && all[k] < to)
                to = all[k];
        }
        if (fabs(change_median(s->x + all[i], to - all[i]) -
                 change_median(s->x + from, all[i] - from)) >= log(1.03))
            at[kept++] = all[i];
    }
    return kept;
}

/* Sets the share of `trials` series with one change, in the right night or next
 * to it, and the share of those without a step that have one, in percent. */
static void shares(const struct kind *k, const struct method *m, size_t trials,
                   double *right, double *alarms)
{
    struct nights s = {.rng = gsl_rng_alloc(gsl_rng_mt19937)};
    size_t at[LONGEST], hits = 0, alarmed = 0;

    for (size_t i = 0; i < trials; i++) {
        draw(&s, k, true);
        hits +=
            found_in(&s, m, at) == 1 && at[0] + 1 >= s.at && at[0] <= s.at + 1;
        draw(&s, k, false);
        alarmed += found_in(&s, m, at) > 0;
    }
    gsl_rng_free(s.rng);
    *right = 100 * (double)hits / (double)trials;
    *alarms = 100 * (double)alarmed / (double)trials;
}

UNIT_TEST(test_right_night)
{
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        double right, alarms;

        shares(&kinds[i], &methods[0], 200, &right, &alarms);
        if (right < kinds[i].right || 2 * alarms > kinds[i].alarms)
            fail_msg("%s, scatter %g: %g %% right, %g %% alarms", kinds[i].name,
                     kinds[i].scatter, right, alarms);
    }
}

/* Sets how many of 200 series of 60 nights, with this rise from the first to
 * the last at 1 % scatter, have a drift, and how many have steps. */
static void drifts(double rise, size_t *drifting, size_t *stepping)
{
    struct nights s = {.rng = gsl_rng_alloc(gsl_rng_mt19937)};
    const struct kind kind = {"", normal, 60, 0.01, 0, 0, 0};

    *drifting = *stepping = 0;
    for (size_t i = 0; i < 200; i++) {
        struct changes c;

        draw(&s, &kind, false);
        for (size_t k = 0; k < s.n; k++)
            s.x[k] += rise * (double)k / (double)(s.n - 1);
        changes_find(&c, s.x, s.n, log(1.03), 1);
        *drifting += c.drift;
        *stepping += !c.drift && c.n > 0;
        if (c.drift)
            assert_near(c.v[0].step, rise, 0.03);
        changes_free(&c);
    }
    gsl_rng_free(s.rng);
}

/* A drift is not called a change of a night. */
UNIT_TEST(test_drifts)
{
    static const double rises[] = {0.05, 0.1, -0.1, 0.2};
    size_t drifting, stepping;

    for (size_t i = 0; i < LENGTH(rises); i++) {
        drifts(rises[i], &drifting, &stepping);
        if (drifting < 195 || stepping > 2)
            fail_msg("%g: %zu drifts, %zu with steps", rises[i], drifting,
                     stepping);
    }
    drifts(0, &drifting, &stepping);
    assert_true(drifting + stepping <= 2);
}

/* Returns the share of found changes whose night is within the range that is
 * given, in percent. */
static double covered(const struct kind *k, size_t trials)
{
    struct nights s = {.rng = gsl_rng_alloc(gsl_rng_mt19937)};
    size_t found = 0, inside = 0;

    for (size_t i = 0; i < trials; i++) {
        struct changes c;

        draw(&s, k, true);
        changes_find(&c, s.x, s.n, log(1.03), 1);
        if (c.n == 1) {
            size_t at = c.v[0].at, within = c.v[0].within;

            found++;
            inside += at + within >= s.at && at <= s.at + within;
        }
        changes_free(&c);
    }
    gsl_rng_free(s.rng);
    return 100 * (double)inside / (double)found;
}

UNIT_TEST(test_nights_given)
{
    assert_true(covered(&kinds[0], 400) >= 95);
    assert_true(covered(&kinds[2], 400) >= 94);
}

/* Returns the share of `trials` histories of so many cases with a false alarm,
 * in percent. */
static double false_alarms(size_t cases, size_t nights, size_t trials)
{
    const struct kind kind = {"", normal, nights, 0.05, 0, 0, 0};
    struct nights s = {.rng = gsl_rng_alloc(gsl_rng_mt19937)};
    size_t alarmed = 0;

    for (size_t i = 0; i < trials; i++) {
        size_t found = 0;

        for (size_t k = 0; k < cases; k++) {
            struct changes c;

            draw(&s, &kind, false);
            changes_find(&c, s.x, s.n, 0, cases);
            found += c.n;
            changes_free(&c);
        }
        alarmed += found > 0;
    }
    gsl_rng_free(s.rng);
    return 100 * (double)alarmed / (double)trials;
}

UNIT_TEST(test_many_cases)
{
    assert_true(false_alarms(1, 60, 200) <= 1);
    assert_true(false_alarms(100, 60, 100) <= 2);
}

/* ---- the table of doc/statistics.md -------------------------------------- */

static void print_methods(size_t trials)
{
    printf("| nights | scatter | step |");
    for (size_t k = 0; k < LENGTH(methods); k++)
        printf(" %s |", methods[k].name);
    printf(" in the night given |\n| --- | --- | --- |");
    for (size_t k = 0; k <= LENGTH(methods); k++)
        printf(" --- |");
    printf("\n");
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        const struct kind *kind = &kinds[i];

        printf("| %zu, %s | %g %% | %g %% |", kind->n, kind->name,
               100 * kind->scatter, 100 * kind->step);
        for (size_t k = 0; k < LENGTH(methods); k++) {
            bool slow = methods[k].find == ediv_permuted;
            double right, alarms;

            if (slow && kind->n > 60) {
                printf(" - |");
                continue;
            }
            shares(kind, &methods[k], slow ? 200 : trials, &right, &alarms);
            printf(" %.1f, %.1f |", right, alarms);
            fflush(stdout);
        }
        printf(" %.1f |\n", covered(kind, trials));
    }
    for (size_t cases = 1; cases <= 100; cases *= 10)
        printf("%zu cases, 60 nights: %.2f %% with a false alarm\n", cases,
               false_alarms(cases, 60, trials));
    printf("10 cases, 365 nights: %.2f %%\n", false_alarms(10, 365, trials));
}

UNIT_GROUP(change)
{
    if (unit_argument() == 0)
        return UNIT_RUN(NULL, NULL);
    print_methods(200 * (size_t)unit_argument());
    return 0;
}
