/* test_window_calm.c: the window rules: when the lead shrinks again. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"
#include "measure/test/turns.h"

static const struct window_config ours = {
    .init_launches = 4, .launches = 8, .eps = 0.25, .gamma = 1.1};

static void test_the_lead_shrinks_when_prompt(void **state)
{
    struct window w = window_at(2e-6, 1e-3);

    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(w.lead == 1e-3);
        window_step(&w, &ours,
                    (struct turn_outcome){.need = i == 3 ? 9e-6 : 12e-6});
    }
    assert_near(w.lead, 27e-6, 1e-18); /* three times the shortest way */
    for (int i = 0; i < 8; i++)
        window_step(&w, &ours, (struct turn_outcome){.need = 12e-6});
    assert_near(w.lead, 27e-6, 1e-18); /* on time: it does not grow */
}

static void test_prompt_stages_count_in_a_row(void **state)
{
    struct window w = window_at(2e-6, 1e-3);

    (void)state;
    for (int i = 0; i < 14; i++)
        window_step(&w, &ours, (struct turn_outcome){.first_late = i == 6});
    assert_near(w.lead, 2e-3, 1e-15);
    window_step(&w, &ours, (struct turn_outcome){.first_late = false});
    assert_near(w.lead, 6e-6, 1e-15);
}

UNIT_GROUP(window_calm)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_lead_shrinks_when_prompt),
        cmocka_unit_test(test_prompt_stages_count_in_a_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
