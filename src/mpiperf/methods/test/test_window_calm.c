/* test_window_calm.c: the window rules: when slot and lead shrink again. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include "mpiperf/methods/test/stages.h"

static const struct window_config ours = {
    .init_launches = 4, .launches = 8, .eps = 0.25, .gamma = 1.1};

static void test_it_shrinks_when_calm(void **state)
{
    struct window w = window_at(100e-6, 7e-6);
    const double longest[] = {2e-6, 90e-6};

    (void)state;
    for (size_t i = 0; i < LENGTH(longest); i++) {
        assert_true(w.slot == 100e-6);
        window_step(&w, &ours, (struct stage_outcome){.longest = longest[i]});
    }
    assert_near(w.slot, 2.2e-6, 1e-18); /* gamma * 2 us */
}

/* Two calm stages in a row, not in all; and never longer for being calm. */
static void test_calm_stages_count_in_a_row(void **state)
{
    struct window w = window_at(5e-6, 7e-6);

    (void)state;
    window_step(&w, &ours, (struct stage_outcome){.late = 0});
    window_step(&w, &ours,
                (struct stage_outcome){.overrun = 3, .longest = 6e-6});
    window_step(&w, &ours, (struct stage_outcome){.late = 0});
    assert_near(w.slot, 10e-6, 1e-18);
    window_step(&w, &ours, (struct stage_outcome){.late = 0});
    assert_near(w.slot, 1.1e-6, 1e-18);
    for (int i = 0; i < 6; i++)
        window_step(&w, &ours,
                    (struct stage_outcome){.overrun = 2, .longest = 2e-6});
    assert_near(w.slot, 1.1e-6, 1e-18);
}

static void test_it_shrinks_later_where_that_failed(void **state)
{
    struct window w = window_at(2e-6, 7e-6);
    const int expected[] = {4, 8, 16, 24, 24};

    (void)state;
    for (size_t i = 0; i < LENGTH(expected); i++) {
        int calm = 0;

        /* a gap of 10 us between launches of 1 us, seen twice */
        window_step(&w, &ours,
                    (struct stage_outcome){.late = 7, .span = 88e-6});
        window_step(&w, &ours,
                    (struct stage_outcome){.late = 7, .span = 88e-6});
        assert_near(w.slot, 12.1e-6, 1e-18);
        while (w.slot > 12e-6 && ++calm < 100)
            window_step(&w, &ours, (struct stage_outcome){.late = 0});
        assert_int_equal(calm, expected[i]);
        assert_near(w.slot, 1.1e-6, 1e-18);
    }
}

/* Stages without trouble until b falls below what it is now. */
static int calm_stages(struct window *w)
{
    double b = w->slot;
    int n = 0;

    while (w->slot >= b && n++ < 100)
        window_step(w, &ours, (struct stage_outcome){.late = 0});
    return n;
}

static void test_patience_is_lost_again(void **state)
{
    const struct stage_outcome gap = {.late = 7, .span = 88e-6};
    struct window w = window_at(2e-6, 7e-6);

    (void)state;
    window_step(&w, &ours, gap);
    window_step(&w, &ours, gap);
    window_step(&w, &ours, (struct stage_outcome){.overrun = 3, .longest = 1});
    assert_int_equal(calm_stages(&w), 2); /* a long launch, no gap */
    window_step(&w, &ours, gap);
    window_step(&w, &ours,
                (struct stage_outcome){.overrun = 3, .longest = 3e-6});
    window_step(&w, &ours, gap);
    assert_int_equal(calm_stages(&w), 2); /* once before, once after it */
    window_step(&w, &ours, gap);
    window_step(&w, &ours, gap);
    assert_int_equal(calm_stages(&w), 4);
    for (int i = 0; i < 4; i++) /* this time shrinking did not fail */
        window_step(&w, &ours, (struct stage_outcome){.late = 0});
    window_step(&w, &ours, gap);
    window_step(&w, &ours, gap);
    assert_int_equal(calm_stages(&w), 4);
}

static void test_the_lead_shrinks_when_prompt(void **state)
{
    struct window w = window_at(2e-6, 1e-3);

    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(w.lead == 1e-3);
        window_step(&w, &ours,
                    (struct stage_outcome){.need = i == 3 ? 9e-6 : 12e-6});
    }
    assert_near(w.lead, 27e-6, 1e-18); /* three times the shortest way */
    for (int i = 0; i < 8; i++)
        window_step(&w, &ours, (struct stage_outcome){.need = 12e-6});
    assert_near(w.lead, 27e-6, 1e-18); /* on time: it does not grow */
}

static void test_prompt_stages_count_in_a_row(void **state)
{
    struct window w = window_at(2e-6, 1e-3);

    (void)state;
    for (int i = 0; i < 14; i++)
        window_step(&w, &ours, (struct stage_outcome){.first_late = i == 6});
    assert_near(w.lead, 2e-3, 1e-15);
    window_step(&w, &ours, (struct stage_outcome){.first_late = false});
    assert_near(w.lead, 6e-6, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_shrinks_when_calm),
        cmocka_unit_test(test_calm_stages_count_in_a_row),
        cmocka_unit_test(test_it_shrinks_later_where_that_failed),
        cmocka_unit_test(test_patience_is_lost_again),
        cmocka_unit_test(test_the_lead_shrinks_when_prompt),
        cmocka_unit_test(test_prompt_stages_count_in_a_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
