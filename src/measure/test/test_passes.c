/* test_passes.c: when a row is done, which case is next, when a run is over. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/passes.h"
#include "measure/test/machine.h"
#include "stats/test/series.h"

enum { CASES = 12, GROUP = 4 };

#define LIMITS(rse, least, launches, seconds)                                  \
    .max_rse = rse, .min_valid = least, .max_launches = launches,              \
    .max_time = seconds
static const struct measuring defaults = {LIMITS(0.01, 30, 5000, 5),
                                          .stop_on_rse = true},
                              quick = {LIMITS(0.01, 10, 5000, 0.2),
                                       .max_valid = 30},
                              unending = {LIMITS(0, 1, 800, 5)},
                              single = {LIMITS(0.5, 1, 5000, 5)},
                              paper1 = {LIMITS(0.01, 30, 100, INFINITY),
                                        .paper = true},
                              paper2 = {LIMITS(0.05, 10, 100, INFINITY),
                                        .paper = true, .stop_on_rse = true};

/* What was reached at some time, and what must be decided. */
struct instant {
    const struct measuring *o;
    long launches, valid;
    double seconds, rse;
    size_t rounds; /* 0 if launches are independent */
    bool oversubscribed;
    enum stop stop;
};

static const struct instant instants[] = {
    /* stop when the error is small enough */
    {&defaults, 32, 30, 1, 0.01, 0, false, STOP_CONVERGED},
    {&defaults, 32, 29, 1, 0.01, 0, false, STOP_NOT},
    {&defaults, 32, 30, 1, 0.0101, 0, false, STOP_NOT},
    {&defaults, 32, 30, 1, INFINITY, 0, false, STOP_NOT},
    {&defaults, 120, 120, 1, 0.001, 15, false, STOP_NOT},
    {&defaults, 128, 128, 1, 0.001, 16, false, STOP_CONVERGED},
    {&unending, 799, 799, 1, 0, 0, false, STOP_NOT},
    {&unending, 800, 800, 1, 0, 0, false, STOP_MAX_LAUNCHES},
    {&single, 1, 1, 1, NAN, 0, false, STOP_NOT},
    {&quick, 29, 29, 0.1, 0.5, 0, false, STOP_NOT},
    {&defaults, 4999, 4000, 4.99, 0.5, 0, false, STOP_NOT},
    {&quick, 30, 30, 0.1, NAN, 0, false, STOP_MAX_VALID},
    {&quick, 16, 16, 0.2, 0.5, 0, false, STOP_MAX_TIME},
    /* limits take precedence over convergence */
    {&quick, 32, 30, 0.1, 0.001, 0, false, STOP_MAX_VALID},
    {&defaults, 5000, 4000, 1, 0.001, 0, false, STOP_MAX_LAUNCHES},
    {&defaults, 400, 400, 5, 0.001, 0, false, STOP_MAX_TIME},
    /* stop after many launches without a valid one */
    {&defaults, STOP_PATIENCE - 1, 0, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE, 0, 1, NAN, 0, false, STOP_NONE_VALID},
    {&defaults, STOP_PATIENCE, 1, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT - 1, 0, 1, NAN, 0, true, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT, 0, 1, NAN, 0, true, STOP_NONE_VALID},
    {&defaults, STOP_PATIENCE_SHORT, 0, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT, 1, 1, NAN, 0, true, STOP_NOT},
    {&defaults, STOP_PATIENCE, 0, 5, NAN, 0, false, STOP_MAX_TIME},
    /* rule 1: more than 30 valid launches, or more than 100 launches */
    {&paper1, 32, 31, 9, 0.5, 0, false, STOP_CONVERGED},
    {&paper1, 32, 30, 9, 0, 0, false, STOP_NOT},
    {&paper1, 100, 30, 9, 0, 0, false, STOP_NOT},
    {&paper1, 101, 30, 9, 0, 0, false, STOP_MAX_LAUNCHES},
    {&paper1, 104, 31, 9, 0.5, 0, false, STOP_CONVERGED},
    {&paper1, 104, 0, 9, NAN, 0, true, STOP_MAX_LAUNCHES},
    /* rule 2: at least 10 valid launches with a small error, or more than
     * 100 */
    {&paper2, 16, 10, 9, 0.05, 0, false, STOP_CONVERGED},
    {&paper2, 16, 9, 9, 0.05, 0, false, STOP_NOT},
    {&paper2, 16, 10, 9, 0.06, 0, false, STOP_NOT},
    {&paper2, 100, 90, 9, 0.06, 0, false, STOP_NOT},
    {&paper2, 101, 90, 9, 0.06, 0, false, STOP_MAX_LAUNCHES},
    {&paper2, 101, 90, 9, 0.05, 0, false, STOP_CONVERGED},
};

UNIT_TEST(test_rule)
{
    for (size_t i = 0; i < LENGTH(instants); i++) {
        const struct instant *l = &instants[i];
        const struct pass all = {
            .launches = l->launches, .valid = l->valid, .seconds = l->seconds};
        struct summary s = {.n = (size_t)l->valid,
                            .rse = l->rse,
                            .batches = l->rounds / 2,
                            .rounds = l->rounds};
        enum stop stop = stop_rule(l->o, &all, true, l->oversubscribed, &s);

        if (stop != l->stop)
            fail_msg("row %zu: %s, not %s", i, stop_name(stop),
                     stop_name(l->stop));
        /* before the minimum of launches, time limits do not apply */
        if (stop == STOP_MAX_TIME)
            assert_int_not_equal(
                stop_rule(l->o, &all, false, l->oversubscribed, &s), stop);
    }
}

UNIT_TEST(test_auto)
{
    static const struct {
        long launches, valid;
        double time, budget;
        bool paper, samples, verify;
        long passes;
    } rows[] = {
        {5000, 0, 5, 0, false, false, false, 20},
        {5000, 0, 0.2, 0, false, false, false, 10},
        {5000, 0, 0.119, 0, false, false, false, 1}, /* 5 passes are too few */
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

    for (size_t i = 0; i < LENGTH(rows); i++) {
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

UNIT_TEST(test_a_pass_has_its_share)
{
    struct measuring o = sim_options();
    struct pass_limits l = passes_limits(&o, passes_planned(&o), 2);

    assert_true(l.rounds == PASS_ROUNDS && l.launches == 250);
    assert_true(fabs(l.seconds - 0.25) < 1e-12 && l.foldable);
    assert_true(l.least == 20e-3);
    assert_true(fabs(l.rse - 0.01 * sqrt(PASSES_SURE)) < 1e-12);
    o.budget = 1.2; /* enough for six passes of two rows */
    l = passes_limits(&o, passes_planned(&o), 2);
    assert_true(fabs(l.seconds - 0.1) < 1e-12 && !l.foldable);
    o.budget = 0.06;
    l = passes_limits(&o, passes_planned(&o), 2);
    assert_true(l.least == l.seconds);
    o.passes = 1;
    assert_int_equal(passes_limits(&o, 1, 2).rounds, 0);
}

/* A simulated run. The first members are inputs, for each case: cost of a pass
 * (0: one second), `missing` (0: 2), and after how many passes the case is done
 * (0: never). */
struct sweep_sim {
    double cost[CASES], missing[CASES];
    long done_after[CASES]; /* number of passes */
    /* set by sweep_run(): */
    long passes[CASES];
    size_t order[4096];
    long pass[4096];
    size_t n;
    double spent, share;
};

static void sweep_run(struct sweep_sim *s, long planned, double budget,
                      uint64_t seed)
{
    struct passes p;
    size_t group[CASES], i;

    for (i = 0; i < CASES; i++)
        group[i] = i / GROUP;
    passes_open(&p, group, CASES, planned, budget, seed);
    while (passes_next(&p, s->spent, &i) && s->n < 4096) {
        double cost = s->cost[i] > 0 ? s->cost[i] : 1;

        s->order[s->n] = i;
        s->pass[s->n++] = p.pass;
        s->spent += cost;
        passes_account(&p, i, cost,
                       ++s->passes[i] == s->done_after[i] ? -1
                       : s->missing[i] > 0                ? s->missing[i]
                                                          : 2);
    }
    s->share = passes_share(&p, s->spent);
    passes_close(&p);
}

UNIT_TEST(test_one_pass_keeps_the_order)
{
    struct sweep_sim s = {0};

    sweep_run(&s, 1, 0, 7);
    assert_int_equal(s.n, CASES);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(s.order[i], i);
    assert_true(s.share == 1);
}

/* Every pass has all cases, group by group, each time in another random order.
 * The same seed gives the same run. */
UNIT_TEST(test_passes_are_shuffled)
{
    enum { PASSES = 200 };
    struct sweep_sim s = {0}, again = {0}, other = {0};
    size_t first[CASES] = {0};

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
    for (size_t i = 0; i < CASES; i++) /* 16.7 each are expected by chance, with
                                          standard deviation 3.9 */
        assert_in_range(first[i], 4, 33);
    sweep_run(&again, PASSES, 0, 7);
    assert_memory_equal(again.order, s.order, sizeof(s.order));
    sweep_run(&other, PASSES, 0, 8);
    assert_memory_not_equal(other.order, s.order, sizeof(s.order));
}

UNIT_TEST(test_cases_that_are_done_are_left_alone)
{
    struct sweep_sim some = {.done_after = {6, 7, 8}}, all = {0};

    sweep_run(&some, 20, 0, 7);
    for (size_t i = 0; i < CASES; i++) {
        assert_int_equal(some.passes[i], i < 3 ? 6 + (long)i : 20);
        all.done_after[i] = 6;
    }
    sweep_run(&all, LONG_MAX, 1e9, 7);
    assert_int_equal(all.n, 6 * CASES);
}

/* At least one pass is made. In a last pass that is cut short, the group with
 * the worst case comes first, then the worst case of the next group. */
UNIT_TEST(test_budgets)
{
    struct sweep_sim slow = {.cost = {[5] = 10}}, few = {0}, needy = {0};

    sweep_run(&slow, LONG_MAX, 300, 7);
    sweep_run(&few, LONG_MAX, 0.5, 7);
    assert_true(slow.spent <= 300 && slow.spent > 300 - 1 - 10);
    for (size_t i = 0; i < CASES; i++) {
        assert_true(slow.passes[i] >= PASSES_SURE);
        assert_int_equal(few.passes[i], 1);
        needy.missing[i] = 1 + (double)(i * 7 % CASES);
    }
    sweep_run(&needy, LONG_MAX, CASES * (PASSES_SURE + 3) + 5, 7);
    for (size_t i = 0; i < CASES; i++)
        assert_int_equal(needy.passes[i],
                         PASSES_SURE + 3 + (i / GROUP == 1 || i == 10));
    assert_true(needy.share == 1);
}
