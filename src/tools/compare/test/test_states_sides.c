/* test_states_sides.c: comparisons and gates of a machine of several states, by
 * hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "tools/compare/gate.h"
#include "tools/compare/test/state_runs.h"

static const struct compare_options how = {
    .judge = {.alpha = 0.05, .same = 0.03}, .power = 0.8, .change = 0.05};

static void compare(struct compared *c, const struct runs *runs,
                    const char *chosen)
{
    static const long command[] = {1, 2};
    struct compare_options o = how;
    char *cause;

    o.judge.correction = corrections[0];
    assert_int_equal(compared_commands(c, runs, command, &o, chosen, &cause),
                     0);
}

static double jitter(size_t i)
{
    return 1 + 0.001 * (double)(i * 7 % 5);
}

/* Both algorithms, all states in one. */
static void levelled_says(const struct compared *c,
                          enum verdict_of_runs verdict, enum gate_says says)
{
    assert_int_equal(c->levelled.n, 2);
    for (size_t i = 0; i < 2; i++) {
        struct gate_row row = gate_row(&c->levelled.v[i], 0.05);

        assert_int_equal(c->levelled.v[i].judgement.verdict, verdict);
        assert_int_equal(row.says, says);
        free(row.cause);
    }
}

/* B is no slower; it was far more often. */
static void test_shares_make_no_difference(void **state)
{
    struct runs runs = {0};
    struct compared c;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nnnf", jitter(i));
        add_run(&runs, 2, i, "nfff", jitter(i + 2));
    }
    compare(&c, &runs, NULL);
    assert_int_equal(c.n, 2);
    assert_true(c.apart);
    assert_true(c.together);
    assert_near(c.v[0].share[0], 0.75);
    assert_near(c.v[0].share[1], 0.25);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < c.v[k].c.n; i++)
            assert_int_equal(c.v[k].c.v[i].judgement.verdict, JUDGED_SAME);
    levelled_says(&c, JUDGED_SAME, GATE_PASS);
    compared_free(&c);
    runs_free(&runs);
}

/* Slower by 10 % in each state, though the mixture of B is faster. */
static void test_shift_in_states(void **state)
{
    struct runs runs = {0};
    struct compared c;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nfff", jitter(i));
        add_run(&runs, 2, i, "nnnf", 1.1 * jitter(i));
    }
    compare(&c, &runs, NULL);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < c.v[k].c.n; i++) {
            const struct comparison *row = &c.v[k].c.v[i];
            struct gate_row says = gate_row(row, 0.05);

            assert_near(row->judgement.ratio, 1.1);
            assert_int_equal(row->judgement.verdict, JUDGED_SLOWER);
            assert_int_equal(says.says, GATE_FAIL);
            free(says.cause);
        }
    levelled_says(&c, JUDGED_SLOWER, GATE_FAIL);
    for (size_t i = 0; i < 2; i++)
        assert_near(c.levelled.v[i].judgement.ratio, 1.1);
    compared_free(&c);
    compare(&c, &runs, "near");
    assert_int_equal(c.n, 1);
    assert_int_equal(c.levelled.n, 0);
    assert_int_equal(c.v[0].c.n, 2);
    compared_free(&c);
    runs_free(&runs);
}

static void test_no_state_in_common(void **state)
{
    struct runs runs = {0};
    struct compared c;
    size_t needed;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nn", jitter(i));
        add_run(&runs, 2, i, "ff", jitter(i));
    }
    compare(&c, &runs, NULL);
    assert_true(c.apart);
    assert_false(c.together);
    assert_int_equal(c.v[0].c.n, 0);
    assert_int_equal(c.levelled.n, 0);
    assert_int_equal(c.all.v[1].judgement.verdict, JUDGED_OPEN);
    assert_string_equal(c.all.v[1].doubt, "measured in different states");
    assert_false(gate_can_tell_states(&c, GATE_CASE, &needed));
    assert_int_equal(needed, 0);
    compared_free(&c);
    runs_free(&runs);
}

/* A gate does not stop while a quarter of B's rounds is in a state that A never
 * was in, however little they scatter. */
static void test_seen_by_one_side(void **state)
{
    (void)state;
    for (size_t far = 0; far < 2; far++) {
        struct runs runs = {0};
        struct compared c;
        size_t needed;

        for (size_t i = 1; i <= 12; i++) {
            add_run(&runs, 1, i, far && i % 2 == 0 ? "nnnf" : "nnnn",
                    jitter(i));
            add_run(&runs, 2, i, "nnnf", jitter(i + 2));
        }
        compare(&c, &runs, NULL);
        assert_int_equal(c.levelled.n, 2);
        assert_near(1 + compared_unseen(&c, 0), 1);
        assert_near(1 + compared_unseen(&c, 1), far ? 1 : 1.25);
        assert_int_equal(gate_can_tell_states(&c, GATE_CASE, &needed), far);
        assert_in_range(needed, 1, 12);
        compared_free(&c);
        runs_free(&runs);
    }
}

/* The levels of a state are what the machine does, whichever side was in it
 * more often, and by how much B is slower. */
static void test_levels(void **state)
{
    const double half = log(4) / 2; /* `mine` takes 4 times as long far */
    double level[STATES_MAX];
    struct runs runs = {0};
    struct compared c;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nnnf", 1);
        add_run(&runs, 2, i, "nfff", 3);
    }
    compare(&c, &runs, NULL);
    state_levels(level, &c.states, c.states.set[0]->cases[1].key);
    assert_near(level[0], -half);
    assert_near(level[1], half);
    state_levels(level, &c.states, c.states.set[0]->cases[0].key);
    assert_near(1 + level[0], 1);
    assert_near(1 + level[1], 1);
    state_levels(level, &c.states, "no such case");
    assert_near(1 + level[0], 1);
    compared_free(&c);
    runs_free(&runs);
}

/* Of all states: a stay of many runs counts once, and has what a run saw of the
 * next one; runs that saw several stays count each. */
static void test_clusters(void **state)
{
    struct runs runs = {0};
    struct compared c;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        bool far = (i - 1) / 3 % 2 == 1;

        add_run(&runs, 1, i, far ? "ffff" : "nnnn", jitter(i));
        add_run(&runs, 2, i,
                i % 3 != 0 ? (far ? "ffff" : "nnnn") : (far ? "fffn" : "nnnf"),
                jitter(i));
    }
    compare(&c, &runs, NULL);
    for (size_t side = 0; side < 2; side++)
        assert_int_equal(c.level[side].n, 4);
    assert_int_equal(c.level[1].cases[0].v[1].rounds, (1 + 4 + 4 + 3) * ROUNDS);
    compared_free(&c);
    runs_free(&runs);

    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nfnf", jitter(i));
        add_run(&runs, 2, i, "nfnf", jitter(i));
    }
    compare(&c, &runs, NULL);
    for (size_t side = 0; side < 2; side++)
        assert_int_equal(c.level[side].n, 12);
    compared_free(&c);
    runs_free(&runs);
}

/* Figures that B lacks are in no state, and are not forgotten. */
static void test_missing_figures(void **state)
{
    struct gate_row says;
    struct runs runs = {0};
    struct compared c;

    (void)state;
    for (size_t i = 1; i <= 12; i++) {
        add_run(&runs, 1, i, "nf", jitter(i));
        add_run(&runs, 2, i, "nf", jitter(i));
    }
    runs.cases[0].v[23].time = NAN;
    free(runs.cases[0].v[23].stays);
    runs.cases[0].v[23].stays = NULL;
    compare(&c, &runs, NULL);
    says = gate_row(&c.v[0].c.v[0], 0.05);
    assert_int_equal(says.says, GATE_OPEN);
    free(says.cause);
    says = gate_row(&c.v[0].c.v[1], 0.05);
    assert_int_equal(says.says, GATE_PASS);
    compared_free(&c);
    runs_free(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares_make_no_difference),
        cmocka_unit_test(test_shift_in_states),
        cmocka_unit_test(test_no_state_in_common),
        cmocka_unit_test(test_seen_by_one_side),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_missing_figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
