/* test_window.c: the window rules: the first slot, later slots, growing and
 * shrinking of the lead; parameters -P window.NAME=VALUE. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/window.h"
#include "stats/test/series.h"

#define OURS .init_launches = 4, .launches = 8, .eps = 0.25, .gamma = 1.1
static const struct window_config ours = {OURS};
static const struct window_config papers = {OURS, .paper = true};

UNIT_TEST(test_init)
{
    const struct window_config *const rules[] = {&ours, &papers};
    struct turn_outcome s = {.launches = 4, .span = 20e-6};

    for (size_t i = 0; i < LENGTH(rules); i++) {
        struct window w;

        window_start(&w, 0);
        assert_true(w.slot == 0 && w.lead == 1e-6);
        window_start(&w, 7e-6);
        window_after_init(&w, rules[i], &s);
        assert_near(w.slot, 5.5e-6, 1e-18); /* 1.1 * 20 us / 4 */
        assert_true(w.lead == 7e-6);
    }
}

/* One outlier is left out, not two; ranks sleep in long leads only, and not for
 * longer than these if a start is far ahead. */
UNIT_TEST(test_lead)
{
    static const double took[][3] = {
        {2e-6, 1e-6, 3e-6}, {2e-6, 1e-6, 19e-6}, {2e-6, 21e-6, 1e-6},
        {2e-3, 1e-6, 3e-3}, {1e-6, 1e-6, 1e-6},
    };
    static const double longest[] = {3e-6, 19e-6, 2e-6, 3e-3, 1e-6};
    static const double pauses[][3] = {
        {10e-6, 9e-6, 0},    {2e-3, 2e-3, 0},       {50e-3, 1.9e-3, 0},
        {50e-3, 5e-3, 4e-3}, {50e-3, -1, 0},        {50e-3, 900, 49e-3},
        {1, 1, 0.999},       {50e-3, -INFINITY, 0},
    };

    for (size_t i = 0; i < LENGTH(took); i++)
        assert_near(window_longest(took[i], 3), longest[i], 1e-18);
    for (size_t i = 0; i < LENGTH(pauses); i++)
        assert_near(window_pause(pauses[i][0], pauses[i][1]), pauses[i][2],
                    1e-15);
}

/*
 * Each row sets slot and lead or, if its lead is 0, continues from the previous
 * row; then it makes turns of 8 launches and has the expected slot and lead.
 * Members that are not set have usual values: launches of 1 us, a span of 8 us,
 * a start message of 2 us, but a far too long one if the start is late.
 */
static const struct {
    double slot, lead;
    const struct window_config *rule;
    int turns;
    double each; /* time of each launch; 0: as in s */
    struct turn_outcome s;
    double slot_after, lead_after;
} steps[] = {
    /* The published rule: 2 of 8 are not more than 25 %; slots can shrink, too;
     * the lead never changes. */
    {5e-6, 7e-6, &papers, 1, 0, {.invalid = 2}, 5e-6, 7e-6},
    {0, 0, &papers, 1, 0, {.invalid = 3, .span = 40e-6}, 5.5e-6, 7e-6},
    {0, 0, &papers, 1, 0, {.invalid = 3}, 1.1e-6, 7e-6},
    {0, 0, &papers, 1, 0, {.first_late = true}, 1.1e-6, 7e-6},
    /* Our rule fits the slot to the launches at once. Unknown times are
     * ignored. */
    {1e-3, 7e-6, &ours, 1, 0, {0}, 1.1e-6, 7e-6},
    {0, 0, &ours, 1, 0, {.took = {0, 0, 3e-6}}, 3.3e-6, 7e-6},
    {0, 0, &ours, 4, NAN, {0}, 3.3e-6, 7e-6},
    /* 256 launches, i.e. 32 turns, are kept */
    {1e-6, 7e-6, &ours, 1, 3e-6, {0}, 3.3e-6, 7e-6},
    {0, 0, &ours, 31, 0, {0}, 3.3e-6, 6e-6},
    {0, 0, &ours, 1, 0, {0}, 1.1e-6, 6e-6},
    /* two of 256 are less than 1 %, three are more */
    {1e-6, 7e-6, &ours, 30, 0, {0}, 1.1e-6, 6e-6},
    {0, 0, &ours, 1, 0, {.took = {3e-6, 0, 2e-6}}, 1.1e-6, 6e-6},
    {0, 0, &ours, 1, 0, {0}, 1.1e-6, 6e-6},
    {0, 0, &ours, 1, 0, {.took = {0, 2.5e-6}}, 2.2e-6, 6e-6},
    /* One launch in eight that takes 1000 times as long is more than 4 means,
     * and is ignored; three in eight are not. */
    {1e-6, 7e-6, &ours, 64, 0, {.took = {1e-3}}, 1.1e-6, 6e-6},
    {0, 0, &ours, 64, 0, {.took = {1e-3, 1e-3, 1e-3}}, 1.1e-3, 6e-6},
    /* A late first launch doubles the lead. Not if the message came early: a
     * longer lead would not have helped. */
    {2e-6, 8e-6, &ours, 1, 0, {.first_late = true, .need = 4e-6}, 1.1e-6, 8e-6},
    {0, 0, &ours, 1, 0, {.first_late = true, .need = 5e-6}, 1.1e-6, 16e-6},
    {0, 0, &ours, 1, 0, {.first_late = true}, 1.1e-6, 32e-6},
    /* After 8 turns on time, the lead is three times the shortest message time,
     * unless that is longer. */
    {2e-6, 1e-3, &ours, 3, 0, {.need = 12e-6}, 1.1e-6, 1e-3},
    {0, 0, &ours, 1, 0, {.need = 9e-6}, 1.1e-6, 1e-3},
    {0, 0, &ours, 3, 0, {.need = 12e-6}, 1.1e-6, 1e-3},
    {0, 0, &ours, 1, 0, {.need = 12e-6}, 1.1e-6, 27e-6},
    {0, 0, &ours, 8, 0, {.need = 12e-6}, 1.1e-6, 27e-6},
    /* the turns on time must be consecutive */
    {2e-6, 1e-3, &ours, 6, 0, {0}, 1.1e-6, 1e-3},
    {0, 0, &ours, 1, 0, {.first_late = true}, 1.1e-6, 2e-3},
    {0, 0, &ours, 7, 0, {0}, 1.1e-6, 2e-3},
    {0, 0, &ours, 1, 0, {0}, 1.1e-6, 6e-6},
    /* slot and lead keep within their bounds */
    {1, 1, &ours, 32, 1e3, {0}, 10, 6e-6},
    {0, 0, &ours, 30, 0, {.first_late = true}, 1.1e-6, 1},
    {0, 0, &ours, 10, 0, {.need = -1}, 1.1e-6, 1e-6},
    {0, 0, &ours, 32, 1e-12, {0}, 1e-7, 1e-6},
};

UNIT_TEST(test_rules)
{
    struct window w;

    for (size_t i = 0; i < LENGTH(steps); i++) {
        struct turn_outcome s = steps[i].s;

        s.launches = 8;
        s.span = s.span == 0 ? 8e-6 : s.span;
        if (s.need == 0)
            s.need = s.first_late ? 1e3 : 2e-6;
        for (int k = 0; k < s.launches; k++)
            s.took[k] = s.took[k] != 0       ? s.took[k]
                        : steps[i].each == 0 ? 1e-6
                                             : steps[i].each;
        if (steps[i].lead > 0) {
            window_start(&w, steps[i].lead);
            w.slot = steps[i].slot;
        }
        for (int turn = 0; turn < steps[i].turns; turn++)
            window_after_turn(&w, steps[i].rule, &s);
        if (fabs(w.slot / steps[i].slot_after - 1) > 1e-9 ||
            fabs(w.lead / steps[i].lead_after - 1) > 1e-9)
            fail_msg("row %zu: slot %g, lead %g", i, w.slot, w.lead);
    }
}

/* Limits of the parameters; parameters of other owners are ignored. */
UNIT_TEST(test_params)
{
    static const char *const rows[][4] = {
        {"window", "k", "64", NULL},
        {"window", "k", "65", "window.k: '65': must be at most 64"},
        {"window", "init", "0", "window.init: '0': must be at least 1"},
        {"window", "eps", "0", NULL},
        {"window", "eps", "1",
         "window.eps: '1': must be at least 0 and below 1"},
        {"window", "gamma", "1.09",
         "window.gamma: '1.09': must be at least 1.1 and below 2"},
        {"shmbcast", "k", "77", NULL},
    };
    struct window_config c = {.paper = true}; /* `paper` must not change */

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct params given = {0};
        char *cause = NULL;

        params_add(&given, rows[i][0], rows[i][1], rows[i][2]);
        params_read(&window_params, &given, &c, &cause);
        assert_string_equal(cause != NULL ? cause : "",
                            rows[i][3] != NULL ? rows[i][3] : "");
        assert_int_equal(c.launches, i > 2 ? 8 : 64);
        free(cause);
        params_free(&given);
    }
    assert_memory_equal(&c, &papers, sizeof(c));
}
