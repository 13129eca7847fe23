/* test_passes.c: which case is next, and when a run is over. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "measure/passes.h"
#include "measure/test/machine.h"

enum { CASES = 12, GROUP = 4 };

static void test_auto(void **state)
{
    static const struct {
        long launches, valid;
        double time, budget;
        bool paper, samples, verify;
        long passes;
    } rows[] = {
        {5000, 0, 5, 0, false, false, false, 20},
        {5000, 0, 0.2, 0, false, false, false, 10},
        {5000, 0, 0.119, 0, false, false, false, 1}, /* 5 are too few */
        {192, 0, 5, 0, false, false, false, 8},
        {143, 0, 5, 0, false, false, false, 1},
        {5000, 150, 5, 0, false, false, false, 6},
        {5000, 30, 0.2, 0, false, false, false, 1}, /* --preset quick */
        {5000, 0, INFINITY, 0, false, false, false, 20},
        {5000, 0, 5, 60, false, false, false, LONG_MAX},
        {100, 0, 5, 60, false, false, false, 1},
        {5000, 0, 5, 0, true, false, false, 1},
        {5000, 0, 5, 0, false, true, false, 1},
        {5000, 0, 5, 0, false, false, true, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct measuring o = sim_options();

        o.max_launches = rows[i].launches;
        o.max_valid = rows[i].valid;
        o.max_time = rows[i].time;
        o.budget = rows[i].budget;
        o.paper = rows[i].paper;
        o.samples = rows[i].samples;
        o.verify = rows[i].verify;
        assert_int_equal(passes_planned(&o), rows[i].passes);
        o.passes = 3;
        assert_int_equal(passes_planned(&o), 3);
    }
}

static void test_a_pass_has_its_share(void **state)
{
    struct measuring o = sim_options();
    struct pass_limits l = passes_limits(&o, passes_planned(&o), 2);

    (void)state;
    assert_true(l.rounds == PASS_ROUNDS && l.launches == 250);
    assert_true(fabs(l.seconds - 0.25) < 1e-12 && l.foldable);
    assert_true(l.least == 20e-3);
    assert_true(fabs(l.rse - 0.01 * sqrt(PASSES_SURE)) < 1e-12);
    o.budget = 1.2; /* six passes to each of two rows fit */
    l = passes_limits(&o, passes_planned(&o), 2);
    assert_true(fabs(l.seconds - 0.1) < 1e-12 && !l.foldable);
    o.budget = 0.06;
    l = passes_limits(&o, passes_planned(&o), 2);
    assert_true(l.least == l.seconds);
    o.passes = 1;
    assert_int_equal(passes_limits(&o, 1, 2).rounds, 0);
}

struct sweep_sim {
    struct passes p;
    double spent;
    double cost[CASES];
    long passes[CASES], done_after[CASES]; /* passes it takes */
    double missing[CASES];
    size_t order[4096];
    long pass[4096];
    size_t n;
};

static void sweep_run(struct sweep_sim *s, long planned, double budget,
                      uint64_t seed)
{
    size_t group[CASES], i;

    for (i = 0; i < CASES; i++)
        group[i] = i / GROUP;
    passes_open(&s->p, group, CASES, planned, budget, seed);
    while (passes_next(&s->p, s->spent, &i) && s->n < 4096) {
        s->order[s->n] = i;
        s->pass[s->n++] = s->p.pass;
        s->spent += s->cost[i];
        s->passes[i]++;
        passes_account(&s->p, i, s->cost[i],
                       s->done_after[i] > 0 && s->passes[i] >= s->done_after[i]
                           ? -1
                           : s->missing[i]);
    }
}

static void fill(struct sweep_sim *s, double cost)
{
    *s = (struct sweep_sim){0};
    for (size_t i = 0; i < CASES; i++) {
        s->cost[i] = cost;
        s->missing[i] = 2;
    }
}

static void test_one_pass_keeps_the_order(void **state)
{
    struct sweep_sim s;

    (void)state;
    fill(&s, 1);
    sweep_run(&s, 1, 0, 7);
    assert_int_equal(s.n, CASES);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(s.order[i], i);
    assert_true(passes_share(&s.p, s.spent) == 1);
    passes_close(&s.p);
}

/* Every pass has all cases, a group's one after another, in an order of its
 * own; the same seed gives the same run. */
static void test_passes_are_shuffled(void **state)
{
    enum { PASSES = 200 };
    struct sweep_sim s, again;
    size_t first[CASES] = {0};

    (void)state;
    fill(&s, 1);
    sweep_run(&s, PASSES, 0, 7);
    assert_int_equal(s.n, PASSES * CASES);
    for (size_t pass = 0; pass < PASSES; pass++) {
        const size_t *order = s.order + pass * CASES;
        unsigned seen = 0;

        for (size_t i = 0; i < CASES; i++) {
            seen |= 1u << order[i];
            assert_int_equal(s.pass[pass * CASES + i], pass + 1);
            if (i % GROUP > 0)
                assert_int_equal(order[i] / GROUP, order[i - 1] / GROUP);
        }
        assert_int_equal(seen, (1u << CASES) - 1);
        first[order[0]]++;
    }
    for (size_t i = 0; i < CASES; i++) /* 16.7 each if by chance, sd 3.9 */
        assert_in_range(first[i], 4, 33);
    fill(&again, 1);
    sweep_run(&again, PASSES, 0, 7);
    assert_memory_equal(again.order, s.order, sizeof(s.order));
    passes_close(&again.p);
    fill(&again, 1);
    sweep_run(&again, PASSES, 0, 8);
    assert_memory_not_equal(again.order, s.order, sizeof(s.order));
    passes_close(&again.p);
    passes_close(&s.p);
}

static void test_cases_that_are_done_are_left_alone(void **state)
{
    struct sweep_sim s;

    (void)state;
    fill(&s, 1);
    for (size_t i = 0; i < CASES; i++)
        s.done_after[i] = i < 3 ? 6 + (long)i : 0;
    sweep_run(&s, 20, 0, 7);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(s.passes[i], i < 3 ? 6 + (long)i : 20);
    passes_close(&s.p);
    fill(&s, 1);
    for (size_t i = 0; i < CASES; i++)
        s.done_after[i] = 6;
    sweep_run(&s, LONG_MAX, 1e9, 7);
    assert_int_equal(s.n, 6 * CASES);
    passes_close(&s.p);
}

static void test_a_budget_is_kept(void **state)
{
    struct sweep_sim s;

    (void)state;
    fill(&s, 1);
    s.cost[5] = 10;
    sweep_run(&s, LONG_MAX, 300, 7);
    assert_true(s.spent <= 300 && s.spent > 300 - 1 - 10);
    for (size_t i = 0; i < CASES; i++)
        assert_true(s.passes[i] >= PASSES_SURE);
    assert_true(passes_share(&s.p, 300) == 1);
    passes_close(&s.p);
    fill(&s, 1); /* it has room for one pass at least */
    sweep_run(&s, LONG_MAX, 0.5, 7);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(s.passes[i], 1);
    passes_close(&s.p);
}

/* The last pass is cut short: the group of the worst case had its turn, then
 * the worst case of the group of the next one. */
static void test_a_budget_goes_where_precision_is_missing(void **state)
{
    struct sweep_sim s;
    double budget = CASES * (PASSES_SURE + 3) + 5;

    (void)state;
    fill(&s, 1);
    for (size_t i = 0; i < CASES; i++)
        s.missing[i] = (double)(i * 7 % CASES);
    sweep_run(&s, LONG_MAX, budget, 7);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(s.passes[i],
                         PASSES_SURE + 3 + (i / GROUP == 1 || i == 10));
    passes_close(&s.p);
}

UNIT_GROUP(passes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_a_pass_has_its_share),
        cmocka_unit_test(test_one_pass_keeps_the_order),
        cmocka_unit_test(test_passes_are_shuffled),
        cmocka_unit_test(test_cases_that_are_done_are_left_alone),
        cmocka_unit_test(test_a_budget_is_kept),
        cmocka_unit_test(test_a_budget_goes_where_precision_is_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
