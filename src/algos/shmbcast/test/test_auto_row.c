/* test_auto_row.c: which way is taken, on machines whose times are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "auto_row.h"

static void the_fastest_is_learned(void **state)
{
    (void)state;
    for (int i = 0; i < MACHINES * SEEDS; i++) {
        struct sim s = sim_number(i);
        enum sb_way best = fastest(&s.m);

        s.delay = i % 3;
        for (int n = 0; !sb_row_settled(&s.row); n++) {
            assert_true(n < SB_WAYS * SB_TIMES * (s.delay + 1));
            (void)sim_call(&s);
        }
        assert_int_equal(s.row.best, best);
        for (int w = 0; w < SB_WAYS; w++)
            if (s.m.ns[w] > 5 * s.m.ns[best]) /* dropped before the end */
                assert_true(s.row.arms[w].n < s.row.arms[best].n);
        sim_calls(&s, BOUND);
        assert_int_equal(s.row.best, best);
    }
}

/* Memory is touched for the first time, or a scheduler interrupts. */
static void the_first_time_of_a_way_may_be_wrong(void **state)
{
    (void)state;
    for (int i = 0; i < MACHINES * SEEDS; i++) {
        struct sim s = sim_number(i);

        s.first = 100;
        s.delay = i % 3;
        assert_learned(&s);
    }
}

static void looks_are_few_and_cheap(void **state)
{
    enum { LONG = 1000 * APART };

    (void)state;
    for (int i = 0; i < MACHINES * SEEDS; i++) {
        struct sim s = sim_number(i);

        sim_calls(&s, BOUND);
        sim_count_from_now(&s);
        sim_calls(&s, LONG);
        assert_true(s.looks <= LONG / APART * 17 / 16); /* some surprises */
        assert_true(s.looks >= LONG / BOUND);
        assert_true(s.excess < 0.01 * s.time);
        assert_true(s.others < LONG / 50);
    }
}

static void equal_ways_do_no_harm(void **state)
{
    enum { LONG = 1000 * APART };
    static const struct machine m = {{8000, 8000, 8000, 8000, 8000, 8000}};

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct sim s = sim_of(&m, (uint64_t)i);

        s.noise.deviation = 0.03 * (1 + i % 4);
        sim_calls(&s, BOUND);
        sim_count_from_now(&s);
        sim_calls(&s, LONG);
        assert_true(s.looks <= LONG / APART * 5 / 4);
        assert_true(s.turns < LONG / (4 * APART));
    }
}

static void the_only_way(void **state)
{
    static const struct machine one = {{0, 0, 700}};
    struct sim s = sim_of(&one, 1);

    (void)state;
    sim_calls(&s, BOUND);
    sim_count_from_now(&s);
    sim_calls(&s, BOUND);
    assert_int_equal(s.others, 0);
    assert_true(s.looks <= BOUND / APART + 1);
}

/* What was said of a way counts until there are times; the median of the last
 * counts then. */
static void estimates(void **state)
{
    static const uint32_t times[] = {90, 10, 50, 30, 70, 20, 60};
    struct sb_row row;

    (void)state;
    sb_row_init(&row);
    assert_false(sb_row_settled(&row));
    assert_int_equal(sb_row_estimate(&row, SB_WAY_RING), 0);
    row.arms[SB_WAY_RING].prior = 123;
    assert_int_equal(sb_row_estimate(&row, SB_WAY_RING), 123);
    sb_row_ways(&row, SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PULL));
    assert_int_equal(row.calls, 1);
    for (int i = 0; i < SB_TIMES; i++)
        sb_row_add(&row, SB_WAY_RING, times[i], APART);
    assert_int_equal(sb_row_estimate(&row, SB_WAY_RING), 50);
    for (int i = 0; i < 4; i++)
        sb_row_add(&row, SB_WAY_RING, 1000, APART);
    assert_int_equal(sb_row_estimate(&row, SB_WAY_RING), 1000);
    assert_int_equal(sb_row_estimate(&row, SB_WAY_PULL), 0);
    sb_row_add(&row, SB_WAY_PULL, 0, APART); /* a clock may be coarse */
    assert_int_equal(sb_row_estimate(&row, SB_WAY_PULL), 1);
}

/* What was said saves the trial of ways that are far behind. */
static void priors_save_trials(void **state)
{
    struct machine m = {{0, 0, 10000, 12000, 100000, 100000}};
    struct sim s = sim_of(&m, 1);

    (void)state;
    for (int w = 0; w < SB_WAYS; w++)
        s.row.arms[w].prior = m.ns[w];
    while (!sb_row_settled(&s.row))
        assert_in_range(sim_call(&s), SB_WAY_RING, SB_WAY_PART);
    assert_int_equal(s.row.best, SB_WAY_RING);
    assert_int_equal(s.row.arms[SB_WAY_PULL].n, 0);
}

/* A way that is used finds in the caches what one that is tried does not. */
static void ways_are_compared_in_use(void **state)
{
    static const struct machine before = {{0, 0, 10000, 11500, 40000}},
                                later = {{0, 0, 11500, 10000, 40000}};

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct sim s = sim_of(&before, (uint64_t)i);

        s.after_others = 1.4;
        s.delay = i % 3;
        assert_learned(&s);
        s.m = later;
        assert_learned(&s);
    }
}

/* A way that needs many calls in a row before it is as fast as it can be. */
static void ways_that_need_calls_have_them(void **state)
{
    static const struct machine before = {{0, 0, 10000, 11500, 40000}},
                                later = {{0, 0, 11500, 10000, 40000}};

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        struct sim s = sim_of(i % 2 == 0 ? &before : &later, (uint64_t)i);

        s.cold = 1.3;
        s.delay = i % 3;
        s.row.arms[SB_WAY_PART].needs = (uint16_t)(2 + 6 * (i % 6));
        assert_learned(&s);
        s.m = i % 2 == 0 ? later : before;
        sim_calls(&s, 3 * BOUND); /* by looks alone: nothing tells of it */
        assert_learned(&s);
    }
}

static void looks_farther_apart(void **state)
{
    static const struct machine m = {{0, 0, 1000, 1200}};
    struct sim s = sim_of(&m, 1);
    uint64_t last = 0;

    (void)state;
    sim_calls(&s, BOUND);
    s.noise.deviation = 0; /* nothing to follow up */
    for (int n = 0; n < 100 * BOUND; n++) {
        enum sb_way way;

        sb_row_ways(&s.row, mask_of(&m));
        way = sb_row_way(&s.row, 0);
        if (!sb_row_due(&s.row))
            continue;
        sb_row_add(&s.row, way, sim_time(&s.noise, m.ns[way]), 500);
        assert_true(last == 0 || s.row.calls - last >= 500);
        last = n > 10 * BOUND ? s.row.calls : 0;
    }
}

static void looks_are_put_off(void **state)
{
    struct sim s = sim_number(2);

    (void)state;
    sim_calls(&s, BOUND);
    for (unsigned n = 0; n < 10; n++) {
        while (!sb_row_due(&s.row))
            sb_row_ways(&s.row, mask_of(&s.m));
        sb_row_put_off(&s.row, n);
        for (unsigned i = 0; i <= n; i++) {
            assert_false(sb_row_due(&s.row));
            sb_row_ways(&s.row, mask_of(&s.m));
        }
    }
    assert_true(sb_row_due(&s.row));
    s.row.due += 5; /* what is due later stays so */
    sb_row_put_off(&s.row, 1);
    assert_int_equal(s.row.due, s.row.calls + 5);
}

static void classes(void **state)
{
    static const struct {
        size_t nbytes;
        unsigned class;
    } rows[] = {
        {33, 0},
        {48, 0},
        {49, 1},
        {57, 1},
        {64, 1},
        {65, 2},
        {96, 2},
        {97, 3},
        {128, 3},
        {8192, 15},
        {8193, 16},
        {64 << 10, 21},
        {(64 << 20), 41},
        {(64 << 20) + 1, 42},
        {(size_t)1 << 40, 42},
        {SIZE_MAX / 2, 42},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(sb_class(rows[i].nbytes), rows[i].class);
    for (unsigned class = 0; class < SB_CLASSES; class ++) {
        unsigned next = class + 1 < SB_CLASSES ? class + 1 : class;

        assert_int_equal(sb_class(sb_class_most(class)), class);
        assert_int_equal(sb_class(sb_class_most(class) + 1), next);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_is_learned),
        cmocka_unit_test(the_first_time_of_a_way_may_be_wrong),
        cmocka_unit_test(looks_are_few_and_cheap),
        cmocka_unit_test(equal_ways_do_no_harm),
        cmocka_unit_test(the_only_way),
        cmocka_unit_test(estimates),
        cmocka_unit_test(priors_save_trials),
        cmocka_unit_test(ways_are_compared_in_use),
        cmocka_unit_test(ways_that_need_calls_have_them),
        cmocka_unit_test(looks_farther_apart),
        cmocka_unit_test(looks_are_put_off),
        cmocka_unit_test(classes),
    };

    return cmocka_run_group_tests_name("auto_row", tests, NULL, NULL);
}
