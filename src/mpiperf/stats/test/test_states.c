/* test_states.c: states and stays of stretches, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/states.h"

#include <stdlib.h>
#include "mpiperf/stats/test/series.h"

static const struct covariate watched[] = {
    {"oneway", "near", "far", 1.5},
    {"spin", "fast", "slow", 1.05},
};

/* One covariate, 10 rounds each: levels, in the order of time. */
static void find_levels(struct states *s, const double *level, size_t n)
{
    struct stretch *x = calloc(n, sizeof(*x));

    for (size_t i = 0; i < n; i++)
        x[i] = (struct stretch){
            .at = (double)i, .level = {level[i]}, .rounds = 10};
    states_find(s, x, n, watched, 1);
    free(x);
}

static void test_one(void **state)
{
    const double same[] = {2, 2.1, 2, 1.9}, unknown[] = {NAN, NAN};
    struct states s;

    (void)state;
    find_levels(&s, same, LENGTH(same));
    assert_int_equal(s.n, 1);
    assert_string_equal(s.v[0].name, "one");
    assert_near(s.v[0].level[0], 2, 0);
    assert_near(s.v[0].share, 1, 0);
    assert_near(s.v[0].rounds, 40, 0);
    assert_int_equal(s.v[0].stays, 1);
    assert_int_equal(s.of[3], 0);
    states_free(&s);
    find_levels(&s, unknown, LENGTH(unknown));
    assert_int_equal(s.n, 0);
    assert_int_equal(s.of[0], -1);
    assert_true(s.stay[0] == STAY_NONE);
    states_free(&s);
    find_levels(&s, NULL, 0);
    assert_int_equal(s.n, 0);
    states_free(&s);
}

/* Unknown stretches end no stay. */
static void test_two(void **state)
{
    const double level[] = {3.5, 2, NAN, 2, 3.5, 3.5, 2, 2.1};
    const int of[] = {1, 0, -1, 0, 1, 1, 0, 0};
    const size_t stay[] = {0, 1, STAY_NONE, 1, 2, 2, 3, 3};
    struct states s;

    (void)state;
    find_levels(&s, level, LENGTH(level));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.v[0].name, "near");
    assert_string_equal(s.v[1].name, "far");
    assert_int_equal(s.v[0].stays, 2);
    assert_int_equal(s.v[1].stays, 2);
    assert_near(s.v[0].rounds, 40, 0);
    assert_near(s.v[0].share, 4.0 / 7, 1e-15);
    assert_near(s.v[0].level[0], 2, 0);
    assert_near(s.v[1].level[0], 3.5, 0);
    for (size_t i = 0; i < LENGTH(level); i++) {
        assert_int_equal(s.of[i], of[i]);
        assert_true(s.stay[i] == stay[i]);
    }
    states_free(&s);
}

static void test_three(void **state)
{
    const double level[] = {3, 1, 2, 1, 3, 2};
    struct states s;

    (void)state;
    find_levels(&s, level, LENGTH(level));
    assert_int_equal(s.n, 3);
    assert_string_equal(s.v[0].name, "near");
    assert_string_equal(s.v[1].name, "middle");
    assert_string_equal(s.v[2].name, "far");
    assert_int_equal(s.of[0], 2);
    assert_int_equal(s.v[1].stays, 2);
    states_free(&s);
}

/* Slow cores make no state, too rare at each distance: no name tells of them.
 */
static void test_names(void **state)
{
    struct stretch x[12];
    struct states s;

    (void)state;
    for (size_t i = 0; i < LENGTH(x); i++)
        x[i] = (struct stretch){.at = (double)i,
                                .level = {i % 2 == 0 ? 2 : 3, i < 10 ? 1 : 2},
                                .rounds = i < 10 ? 20 : 4};
    states_find(&s, x, LENGTH(x), watched, 2);
    assert_int_equal(s.n, 2);
    assert_string_equal(s.v[0].name, "near");
    assert_string_equal(s.v[1].name, "far");
    assert_int_equal(s.of[10], -1);
    states_free(&s);
}

/* Given in another order, of several runs: what is one stay goes on. */
static void test_runs(void **state)
{
    const struct stretch x[] = {
        {.run = 1, .at = 0.5, .level = {3}, .rounds = 10},
        {.run = 0, .at = 0.5, .level = {2}, .rounds = 10},
        {.run = 1, .at = 0.1, .level = {2}, .rounds = 10},
        {.run = 0, .at = 0.1, .level = {3}, .rounds = 10},
        {.run = 2, .at = 0, .level = {3}, .rounds = 10},
    };
    const size_t stay[] = {2, 1, 1, 0, 2};
    struct states s;

    (void)state;
    states_find(&s, x, LENGTH(x), watched, 1);
    assert_int_equal(s.n, 2);
    for (size_t i = 0; i < LENGTH(x); i++)
        assert_true(s.stay[i] == stay[i]);
    assert_int_equal(s.v[0].stays, 1);
    assert_int_equal(s.v[1].stays, 2);
    states_free(&s);
}

/* All four combinations, one of them hardly ever: it has no state. The levels
 * of a covariate are those of its class. */
static void test_two_covariates(void **state)
{
    const double oneway[] = {2, 2, 3, 3, 2}, spin[] = {1, 1.2, 1, 1.2, 1};
    const double rounds[] = {200, 100, 100, 4, 200};
    struct stretch x[6] = {0};
    struct states s;

    (void)state;
    for (size_t i = 0; i < 5; i++)
        x[i] = (struct stretch){.at = (double)i,
                                .level = {oneway[i], spin[i]},
                                .rounds = rounds[i]};
    x[5] = (struct stretch){.at = 5, .level = {2, NAN}, .rounds = 50};
    states_find(&s, x, LENGTH(x), watched, 2);
    assert_int_equal(s.n, 3);
    assert_string_equal(s.v[0].name, "near-fast");
    assert_string_equal(s.v[1].name, "near-slow");
    assert_string_equal(s.v[2].name, "far-fast");
    assert_near(s.v[0].share, 400.0 / 604, 1e-15);
    assert_near(s.v[1].level[0], 2, 0);
    assert_near(s.v[1].level[1], 1.2, 0);
    assert_int_equal(s.v[0].stays, 2);
    assert_int_equal(s.of[3], -1);
    assert_int_equal(s.of[5], -1); /* of which nobody knows how fast */
    states_free(&s);
}

/* What hardly ever occurs is an odd reading, which ends no stay, be it between
 * stretches of a state or between runs. */
static void test_odd_stretch(void **state)
{
    const double oneway[] = {2, 3, 2, 3, 2, 3, 2};
    const double spin[] = {1, 1.2, 1, 1, 1.2, 1.2, 1.2};
    const double rounds[] = {100, 4, 100, 100, 100, 4, 100};
    const size_t stay[] = {0, STAY_NONE, 0, 1, 2, STAY_NONE, 2};
    struct stretch x[7];
    struct states s;

    (void)state;
    for (size_t i = 0; i < LENGTH(x); i++)
        x[i] = (struct stretch){.run = i > 5,
                                .at = (double)i,
                                .level = {oneway[i], spin[i]},
                                .rounds = rounds[i]};
    states_find(&s, x, LENGTH(x), watched, 2);
    assert_int_equal(s.n, 3);
    for (size_t i = 0; i < LENGTH(x); i++)
        assert_true(s.stay[i] == stay[i]);
    states_free(&s);
}

/* At most three: the three with most rounds. The fourth ends a stay as they do.
 * A covariate that does not split is in no name. */
static void test_four_combinations(void **state)
{
    struct stretch x[8];
    struct states s;

    (void)state;
    for (size_t i = 0; i < LENGTH(x); i++)
        x[i] = (struct stretch){.at = (double)i,
                                .level = {i & 1 ? 3 : 2, i & 2 ? 1.2 : 1},
                                .rounds = i == 0 || i == 4 ? 10 : 20};
    x[7].at = 4.5; /* in the same state as x[3], and x[4] between them */
    states_find(&s, x, LENGTH(x), watched, 2);
    assert_int_equal(s.n, 3);
    assert_string_equal(s.v[0].name, "near-slow");
    assert_string_equal(s.v[1].name, "far-fast");
    assert_string_equal(s.v[2].name, "far-slow");
    assert_int_equal(s.of[4], -1);
    assert_int_equal(s.of[7], s.of[3]);
    assert_true(s.stay[7] != s.stay[3]);
    states_free(&s);
    for (size_t i = 0; i < LENGTH(x); i++)
        x[i].level[0] = 2;
    states_find(&s, x, LENGTH(x), watched, 2);
    assert_int_equal(s.n, 2);
    assert_string_equal(s.v[0].name, "fast");
    assert_string_equal(s.v[1].name, "slow");
    assert_near(s.v[1].level[0], 2, 0);
    states_free(&s);
}

/* Readings that scatter, in a state that goes on for ever. */
static void test_noise(void **state)
{
    double level[200];
    struct states s;

    (void)state;
    for (size_t i = 0; i < LENGTH(level); i++)
        level[i] = 2 + 0.2 * sin(12.9898 * (double)(i + 1) * (double)(i + 1)) +
                   (i % 60 == 7 ? 0.7 + 0.01 * (double)i : 0);
    find_levels(&s, level, LENGTH(level));
    assert_int_equal(s.n, 1);
    assert_int_equal(s.v[0].stays, 1);
    states_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),
        cmocka_unit_test(test_two),
        cmocka_unit_test(test_three),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_two_covariates),
        cmocka_unit_test(test_odd_stretch),
        cmocka_unit_test(test_four_combinations),
        cmocka_unit_test(test_noise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
