/* test_auto_states.c: states of the machine, found from how long lines take. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../auto/states.h"
#include "auto_sim.h"

enum { SAMPLES = 100000, SEEDS = 2 };

static const int others[] = {1, 2, 3, 7, 15, 40};

enum { NOTHERS = sizeof(others) / sizeof(others[0]) };

static void assert_about(double x, double expected)
{
    assert_true(x > 0.85 * expected && x < 1.15 * expected);
}

static void one_state_stays_one(void **state)
{
    static const double levels[] = {3, 60, 230, 5000};

    (void)state;
    for (int i = 0; i < 4 * NOTHERS * SEEDS; i++) {
        struct sim_noise noise = {0.15, 0.01, 20, (uint64_t)i << 32};
        struct sb_states s;

        sb_states_init(&s, others[i % NOTHERS]);
        for (int n = 0; n < SAMPLES; n++)
            assert_int_equal(sb_states_add(&s, sim_time(&noise, levels[i % 4])),
                             0);
        assert_true(s.centre[1] == 0);
        if (levels[i % 4] > 10)
            assert_about(s.centre[0], levels[i % 4]);
    }
}

/* A processor that changes its clock is no other state, nor is one rank farther
 * than another, as long as each is sampled in turn. */
static void what_is_no_state(void **state)
{
    struct sim_noise noise = {0.15, 0.01, 20, 1};
    struct sb_states s;

    (void)state;
    sb_states_init(&s, 1);
    for (int n = 0; n < SAMPLES; n++) {
        double up = n < SAMPLES / 2 ? n : SAMPLES - n;

        assert_int_equal(
            sb_states_add(&s, sim_time(&noise, 60 + 120 * up / SAMPLES)), 0);
    }
    assert_true(s.centre[1] == 0);
    noise.spikes =
        0.001; /* three in a row of one rank make it another's time */
    for (int size = 3; size <= SB_STATES_WINDOW; size++) {
        sb_states_init(&s, size);
        for (int n = 0; n < SAMPLES; n++)
            assert_int_equal(
                sb_states_add(
                    &s, sim_time(&noise, n % size <= size / 3 ? 60 : 230)),
                0);
        assert_true(s.centre[1] == 0);
    }
}

/* Nor are many ranks of which half are near, one after the other. */
static void many_ranks_are_no_state(void **state)
{
    static const int sizes[] = {16, 63, 127, 1000};
    struct sim_noise noise = {0.15, 0.001, 20, 1};

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        int size = sizes[i], step = sb_states_step(size), number = 0;
        struct sb_states s;

        sb_states_init(&s, size);
        for (int n = 0; n < SAMPLES; n++) {
            number = number + step <= size ? number + step : step;
            assert_int_equal(
                sb_states_add(&s,
                              sim_time(&noise, number <= size / 2 ? 60 : 230)),
                0);
        }
        assert_true(s.centre[1] == 0);
    }
}

/* The first stay in a state is longer, since it has to be met. */
static void two_states_are_told_apart(void **state)
{
    enum { FIRST = 1000, STAY = 100, STAYS = 200 };
    static const struct {
        double ns[2];
    } rows[] = {{{60, 230}}, {{230, 60}}, {{100, 200}}, {{30, 3000}}};

    (void)state;
    for (int i = 0; i < 4 * NOTHERS * SEEDS; i++) {
        const double *ns = rows[i % 4].ns;
        struct sim_noise noise = {0.05, 0, 1, (uint64_t)i << 32};
        struct sb_states s;
        unsigned now = 0;

        sb_states_init(&s, others[i % NOTHERS]);
        for (unsigned stay = 0; stay < STAYS; stay++)
            for (unsigned n = 0; n < (stay < 2 ? FIRST : STAY); n++) {
                now = sb_states_add(&s, sim_time(&noise, ns[stay % 2]));
                if (n >= (stay < 2 ? FIRST / 2 : s.window + 2))
                    assert_int_equal(now, stay % 2);
            }
        assert_about(s.centre[0], ns[0]);
        assert_about(s.centre[1], ns[1]);
    }
}

/* Nor do spikes bring one out of its state for long. */
static void spikes_are_no_states(void **state)
{
    enum { STAY = 1000, STAYS = 100, SKIPPED = 50 };
    static const double ns[] = {60, 230};

    (void)state;
    for (int i = 0; i < NOTHERS * SEEDS; i++) {
        struct sim_noise noise = {0.15, 0.01, 20, (uint64_t)i << 32};
        struct sb_states s;
        int wrong = 0;

        sb_states_init(&s, others[i % NOTHERS]);
        for (unsigned stay = 0; stay < STAYS; stay++)
            for (int n = 0; n < STAY; n++) {
                unsigned now =
                    sb_states_add(&s, sim_time(&noise, ns[stay % 2]));

                wrong += n >= SKIPPED && stay >= 2 && now != stay % 2;
            }
        assert_true(wrong < STAYS * STAY / 500);
        assert_about(s.centre[0], ns[0]);
        assert_about(s.centre[1], ns[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_state_stays_one),
        cmocka_unit_test(what_is_no_state),
        cmocka_unit_test(many_ranks_are_no_state),
        cmocka_unit_test(two_states_are_told_apart),
        cmocka_unit_test(spikes_are_no_states),
    };

    return cmocka_run_group_tests_name("auto_states", tests, NULL, NULL);
}
