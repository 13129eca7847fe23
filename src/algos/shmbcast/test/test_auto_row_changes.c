/* test_auto_row_changes.c: which way is taken, as machines and messages change.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "auto_row.h"

static const double ratios[] = {1.3, 2, 5};

/* Two ways change places, again and again. */
static void flips_are_seen(void **state)
{
    (void)state;
    for (int i = 0; i < 3 * SEEDS; i++) {
        uint32_t slow = (uint32_t)(10000 * ratios[i % 3]);
        struct machine m = {{0, 0, 10000, 60000, slow, 70000}};
        struct sim s = sim_of(&m, (uint64_t)i);

        s.delay = i % 2;
        for (int flip = 0; flip < 10; flip++) {
            assert_learned(&s);
            s.m.ns[SB_WAY_RING] = flip % 2 == 0 ? slow : 10000;
            s.m.ns[SB_WAY_PULL] = flip % 2 == 0 ? 10000 : slow;
        }
    }
}

/* A program's first calls may be unlike all that follow: ranks come at other
 * times then. What was learned from them does not stay for a thousand calls. */
static void a_start_unlike_the_rest_is_forgotten(void **state)
{
    enum { START = 40, SOON = 500 };

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct machine m = {{0, 0, 200000, 0, 1000}};
        struct sim s = sim_of(&m, (uint64_t)i);

        s.delay = i % 2;
        sim_calls(&s, START);
        assert_int_equal(s.row.best, SB_WAY_PULL);
        s.m.ns[SB_WAY_RING] = 10000;
        s.m.ns[SB_WAY_PULL] = 12000;
        sim_calls(&s, SOON - START);
        assert_int_equal(s.row.best, SB_WAY_RING);
    }
}

/* One of them changes, the other stays as it was. */
static void changes_of_one_are_seen(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * 3 * SEEDS; i++) {
        double ratio = ratios[i % 3];
        uint32_t slow = (uint32_t)(10000 * ratio);
        uint32_t faster = (uint32_t)(10000 / ratio);
        uint32_t slower = (uint32_t)(slow * ratio);
        struct machine m = {{0, 0, 10000, 60000, slow, 70000}};
        struct sim s = sim_of(&m, (uint64_t)i);

        assert_learned(&s);
        if (i / 3 % 2 == 0)
            s.m.ns[SB_WAY_RING] = slower;
        else
            s.m.ns[SB_WAY_PULL] = faster;
        assert_learned(&s);
        s.m = m;
        assert_learned(&s);
    }
}

/* One that is never taken becomes the fastest. */
static void ways_far_behind_are_found(void **state)
{
    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct machine m = {{0, 0, 10000, 11500, 50000, 70000}};
        struct sim s = sim_of(&m, (uint64_t)i);

        assert_learned(&s);
        s.m.ns[SB_WAY_PULL] = 5000;
        for (int n = 0; s.row.best != SB_WAY_PULL; n++) {
            assert_true(n < 20 * BOUND);
            (void)sim_call(&s);
        }
    }
}

/* One time in 50 is a hundred times longer, as where a scheduler interrupts.
 * Four of the last seven may be, once in so many calls: the cost is that of
 * all. */
static void spikes_turn_nothing(void **state)
{
    enum { LONG = 1000 * APART };
    double excess = 0;

    (void)state;
    for (int i = 0; i < MACHINES * SEEDS; i++) {
        struct sim s = sim_number(i);

        s.noise.spikes = 0.02;
        s.noise.longer = 100;
        sim_calls(&s, BOUND);
        sim_count_from_now(&s);
        sim_calls(&s, LONG);
        assert_true(s.looks <= LONG / APART * 5 / 4);
        assert_int_equal(s.row.best, fastest(&s.m));
        assert_true(s.excess < 0.05 * s.time);
        excess += s.excess / s.time / (MACHINES * SEEDS);
    }
    assert_true(excess < 0.01);
}

/* Messages of one class need not have the same ways: buffers differ.
 * sim_call() asserts that it is one of them. */
static void only_ways_that_there_are(void **state)
{
    static const struct machine all = {
        {500, 600, 700, 800, 900, 1000, 400, 1100}};

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct sim s = sim_of(&all, (uint64_t)i);

        s.delay = i % 4;
        for (int n = 0; n < BOUND; n++) {
            unsigned mask = (unsigned)(sim_share(&s.noise) * 255) + 1;

            for (int w = 0; w < SB_WAYS; w++)
                s.m.ns[w] = (mask & SB_BIT(w)) != 0 ? all.ns[w] : 0;
            (void)sim_call(&s);
        }
        s.m = all;
        assert_learned(&s);
        s.m.ns[SB_WAY_DIRECT] = 0;
        assert_learned(&s);
        s.m = all;
        assert_learned(&s);
    }
}

/* A surprise comes when messages no longer can take that way. */
static void ways_that_are_gone_are_not_followed_up(void **state)
{
    static const struct machine all = {{0, 0, 10000, 40000, 20000}};
    const unsigned left = SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PART);
    struct sim s = sim_of(&all, 1);

    (void)state;
    assert_learned(&s);
    sb_row_ways(&s.row, left);
    assert_true(sb_row_settled(&s.row));
    sb_row_add(&s.row, SB_WAY_PULL, 5000, APART);
    for (int n = 0; n < APART; n++) {
        sb_row_ways(&s.row, left);
        assert_true((SB_BIT(sb_row_way(&s.row, 0)) & left) != 0);
    }
}

/* Every other message cannot be pulled. */
static void alternating_ways(void **state)
{
    static const struct machine all = {{0, 0, 3000, 4000, 2000, 2600}};
    static const struct machine some = {{0, 0, 3000, 4000}};

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct sim s = sim_of(&all, (uint64_t)i);

        for (int n = 0; n < 20 * BOUND; n++) {
            s.m = n % 2 == 0 ? all : some;
            if (n == BOUND)
                sim_count_from_now(&s);
            (void)sim_call(&s);
        }
        assert_true(s.excess < 0.02 * s.time);
        assert_true(s.looks <= s.calls / APART * 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips_are_seen),
        cmocka_unit_test(a_start_unlike_the_rest_is_forgotten),
        cmocka_unit_test(changes_of_one_are_seen),
        cmocka_unit_test(ways_far_behind_are_found),
        cmocka_unit_test(spikes_turn_nothing),
        cmocka_unit_test(only_ways_that_there_are),
        cmocka_unit_test(ways_that_are_gone_are_not_followed_up),
        cmocka_unit_test(alternating_ways),
    };

    return cmocka_run_group_tests_name("auto_row_changes", tests, NULL, NULL);
}
