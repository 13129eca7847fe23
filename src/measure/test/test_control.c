/* test_control.c: rank 0's decisions on a simulated machine, by the default
 * rules and by the paper's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "measure/test/machine.h"

/* For tests with one case: settings, simulated machine, case and rows. */
static struct measuring o;
static struct sim s;
static struct case_sim c;
static struct result *r;
static struct turn_order order;
static struct turn_times report;

static int begin(void **state)
{
    (void)state;
    o = sim_options();
    report = (struct turn_times){0};
    return 0;
}

static int end(void **state)
{
    (void)state;
    case_state_close(&c.t);
    return 0;
}

#define TEST_OF_A_CASE(name) UNIT_TEST_WITH(name, begin, end)

UNIT_TEST(test_constant_time_is_found)
{
    for (int paper = 0; paper <= 1; paper++) {
        o = paper ? sim_papers() : sim_options();
        s = (struct sim){.t = {3e-6}, .first = 1e-3, .message = 2e-6};
        r = case_run(&c, &s, &o, 1);
        assert_int_equal(s.warmups[0], 4);
        assert_true(fabs(r->first_call - 1.003e-3) < 1e-9); /* not counted */
        for (size_t i = 0; i < r->time.times.n; i++)
            assert_true(fabs(r->time.times.t[i] - 3e-6) < 1e-12);
        assert_true(r->all.seconds > 0 && r->all.seconds <= s.now);
        if (paper) {
            assert_int_equal(r->all.launches % 8, 0); /* turns are complete */
            assert_true(r->time.times.n > 30 || r->all.launches > 100);
        } else {
            assert_int_equal(r->stop, STOP_CONVERGED);
            assert_true(r->time.times.n >= 30);
            assert_int_equal(r->all.launches,
                             (long)r->time.times.n + r->all.late);
        }
        case_state_close(&c.t);
    }
}

/* The clocks may have to be synchronized before the first turn. */
TEST_OF_A_CASE(test_a_pause_is_not_charged)
{
    s = (struct sim){.now = 1e6, .t = {3e-6}, .message = 2e-6};
    o.max_time = 0.5;
    case_open(&c, &o, 1);
    r = c.t.results;
    c.t.since += 1;
    while (control_next(&c.t, s.now, &order)) {
        sim_turn(&s, &order, &report);
        control_account(&c.t, &order, &report, s.now);
        s.now += 1;
        c.t.since += 1;
    }
    assert_null(r->reason);
    assert_true(r->time.times.n >= 30);
    assert_true(r->all.seconds < 0.5);
}

/* Each round has a turn of every algorithm, in random order. The lead grows if
 * a start message takes far longer than measured. */
TEST_OF_A_CASE(test_rivals_alternate_in_random_order)
{
    size_t first[3] = {0};

    s = (struct sim){.t = {3e-6, 90e-6, 5e-6}, .message = 300e-6};
    o.max_rse = 0;
    o.min_valid = 1;
    o.max_launches = 800;
    r = case_run(&c, &s, &o, 3);
    for (size_t i = 0; i + 3 <= 3 * 90; i += 3) {
        unsigned seen = 0;

        for (size_t j = 0; j < 3; j++)
            seen |= 1u << s.sequence[i + j];
        assert_int_equal(seen, 7); /* a turn of every algorithm */
        first[s.sequence[i]]++;
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(first[i] >= 15); /* of 90 rounds; 30 expected */
        assert_int_equal(s.turns[i], s.turns[0]);
        assert_true(r[i].t_bcast >= 300e-6); /* the measured bound was 10 us */
        for (size_t k = 1; k < r[i].time.times.n; k++)
            assert_true(r[i].time.times.round[k] >=
                        r[i].time.times.round[k - 1]);
    }
}

/* Limits are checked after every launch. After the warm-up there is always one
 * launch, however long. */
UNIT_TEST(test_limits_are_exact)
{
    static const struct {
        double t;
        int late_every;
        long max_valid, max_launches;
        enum stop stop;
        long launches, valid; /* minimum; exact without a time limit */
        double now;           /* when the run ends, at the latest; seconds */
    } rows[] = {
        {3e-6, 0, 13, 5000, STOP_MAX_VALID, 13, 13, 1},
        {3e-6, 1, 0, 21, STOP_MAX_LAUNCHES, 21, 0, 1},
        {1.0, 0, 0, 5000, STOP_MAX_TIME, 1, 1, 6.5},
        {7.0, 0, 0, 5000, STOP_MAX_TIME, 1, 1, 14.1},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        s = (struct sim){.t = {rows[i].t},
                         .message = 2e-6,
                         .late_every = rows[i].late_every};
        o = sim_options();
        o.max_rse = 0;
        o.max_valid = rows[i].max_valid;
        o.max_launches = rows[i].max_launches;
        r = case_run(&c, &s, &o, 1);
        assert_int_equal(r->stop, rows[i].stop);
        assert_int_equal(r->all.valid, r->time.times.n);
        assert_true(r->all.launches >= rows[i].launches &&
                    r->all.valid >= rows[i].valid);
        assert_true(r->stop == STOP_MAX_TIME ||
                    (r->all.launches == rows[i].launches &&
                     r->all.valid == rows[i].valid));
        assert_true(r->all.valid + r->all.late == r->all.launches);
        assert_true(s.now <= rows[i].now);
        assert_null(r->reason);
        case_state_close(&c.t);
    }
}

/* Ranks that are 2 s late on purpose, for launches of half a second. */
TEST_OF_A_CASE(test_lateness_on_purpose_is_time_too)
{
    s = (struct sim){.t = {0.5}, .message = 2e-6};
    o.max_time = 9;
    o.called.arrival.seconds = 2;
    case_open(&c, &o, 1);
    case_turns(&c, &s, true, &order);
    /* 2 s of 9 are spent; two slots of 2.55 s fit into the rest */
    assert_int_equal(order.launches, 2);
    assert_true(fabs(order.slot - 2.55) < 1e-3);
}

/* First machine: one launch in 199 takes 1000 times as long; most others must
 * count. Second machine: another program has the core half of the time, for 4
 * ms each. The shortest slot would give 150,000 valid launches a second; slots
 * that grew with each loss gave 850. */
UNIT_TEST(test_slow_launches_and_lost_cores)
{
    static const struct sim machines[] = {
        {.t = {3e-6}, .message = 2e-6, .slow = 3e-3, .slow_every = 199},
        {.t = {3e-6}, .message = 2e-6, .here = 4e-3, .away = 4e-3},
    };

    for (size_t i = 0; i < 2; i++) {
        o = sim_options();
        s = machines[i];
        o.max_rse = 0;
        o.max_launches = 20000;
        r = case_run(&c, &s, &o, 1);
        assert_int_equal(r->all.launches, 20000);
        assert_true(r->all.late < 1000);
        assert_true(r->window < 10e-6 && r->t_bcast < 50e-3);
        assert_true(i == 0 || (double)r->all.valid / r->all.seconds > 30000);
        case_state_close(&c.t);
    }
}

/* One algorithm fails before its first turn; another one fails in its first
 * turn and gets no more. */
TEST_OF_A_CASE(test_failed_algorithms)
{
    s = (struct sim){.t = {3e-6, 4e-6, 5e-6}, .message = 2e-6};
    case_open(&c, &o, 3);
    r = c.t.results;
    case_state_refuse(&c.t, 0, "no memory");
    while (control_next(&c.t, s.now, &order)) {
        sim_turn(&s, &order, &report);
        control_account(&c.t, &order, &report, s.now);
        if (order.row == 1) {
            assert_null(r[1].reason);
            r[1].reason = xstrdup("broken");
        }
    }
    assert_int_equal(s.turns[0] + s.warmups[0], 0);
    assert_int_equal(s.turns[1] + s.warmups[1], 1);
    assert_null(r[2].reason);
    assert_int_equal(r[2].stop, STOP_CONVERGED);
}

/* If a row has no launch on time, or no round has launches of all rows, all
 * rows of the case are measured with the method's fallback; not if the user
 * chose the method. */
UNIT_TEST(test_fallback)
{
    o = sim_options();
    for (int may = 0, in_turns = 0; in_turns <= 1; in_turns += may, may ^= 1) {
        s = (struct sim){.t = {3e-6, 4e-6},
                         .message = 2e-6,
                         .late_every = in_turns ? 0 : 1,
                         .in_turns = in_turns};
        o.may_fall_back = may == 1;
        case_open(&c, &o, 2);
        r = c.t.results;
        r[0].samples = xcalloc(1, sizeof(*r[0].samples));
        r[0].nsamples = 1; /* a sample of a late launch */
        case_turns(&c, &s, false, &order);
        assert_int_equal(r[0].nsamples, may ? 0 : 1);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(r[i].stop, may || in_turns ? STOP_CONVERGED
                                                        : STOP_NONE_VALID);
            assert_ptr_equal(r[i].method,
                             may ? &method_barrier : &method_window);
            assert_ptr_equal(r[i].fell_back, may ? &method_window : NULL);
            assert_true(may ? r[i].all.valid == r[i].all.launches
                            : (r[i].all.valid > 0) == in_turns);
            assert_true(!may || isnan(r[i].window));
        }
        case_state_close(&c.t);
    }
}

UNIT_TEST(test_status)
{
    static const struct {
        struct launch_times t;
        enum launch_status status;
    } rows[] = {
        {{.late = 1e-6, .overrun = -1}, LAUNCH_LATE},
        {{.late = 0, .overrun = 1e-9}, LAUNCH_OVERRUN},
        {{.late = 0.05e-6, .overrun = -1e-9}, LAUNCH_VALID},
        {{.late = 1, .overrun = 1}, LAUNCH_LATE},
        {{.set_back = 3}, LAUNCH_LATE},
    };

    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_int_equal(launch_status(&rows[i].t, 0.1e-6), rows[i].status);
}

/* The first slot. The first launch takes 1 ms more, and there are 50 us after
 * each launch. b is gamma times the duration of a launch: by the paper's rule,
 * of all k' launches up to the end of the last; by ours, without the first
 * launch, but with the time between launches. */
UNIT_TEST(test_the_first_slot)
{
    const struct {
        struct measuring o;
        double b;
    } rows[] = {
        {sim_papers(), 1.1 * (1e-3 + 4 * 3e-6 + 3 * 50e-6) / 4},
        {sim_options(), 1.1 * (3 * 3e-6 + 3 * 50e-6) / 3},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        s = (struct sim){
            .t = {3e-6}, .first = 1e-3, .message = 2e-6, .gap = 50e-6};
        case_open(&c, &rows[i].o, 1);
        case_turns(&c, &s, true, &order);
        assert_int_equal(s.warmups[0], 4);
        assert_true(fabs(order.slot - rows[i].b) < 1e-12);
        case_state_close(&c.t);
    }
}

/* One launch in eight takes three times as long. Trimming drops these from the
 * mean, but not from the error that the paper's second rule uses. */
TEST_OF_A_CASE(test_the_papers_error_is_of_all_launches)
{
    double now = 1;

    o = sim_papers();
    o.stop_on_rse = true;
    o.max_rse = 0.05;
    o.min_valid = 10;
    case_open(&c, &o, 1);
    r = c.t.results;
    while (control_next(&c.t, now, &order)) {
        for (int i = 0; i < order.launches; i++)
            report.launch[i] =
                (struct launch_times){.duration = i == 0 ? 3e-6 : 1e-6,
                                      .end = i * 4e-6,
                                      .overrun = -1};
        control_account(&c.t, &order, &report, now += 1e-3);
    }
    /* sd 0.66 and mean 1.25: an error of 5 % takes 112 launches */
    assert_int_equal(r->stop, STOP_MAX_LAUNCHES);
    assert_int_equal(r->all.launches, 104);
    assert_true(r->rse > 0.05 && r->rse < 0.06);
}

/* By the paper's rule, a rank that waits for the start is on time, however long
 * a clock reading takes; a rank that arrives later is late by its whole
 * delay. */
UNIT_TEST(test_lateness)
{
    static const struct {
        bool paper;
        double ready, began, late;
    } rows[] = {
        {true, -1e-6, 20e-9, 0},      {true, -1e-6, 4e-3, 0},
        {true, 0, 20e-9, 0},          {true, 1e-9, 20e-9, 20e-9},
        {false, -1e-6, 20e-9, 20e-9}, {false, 0, 0, 0},
    };

    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_true(launch_late(rows[i].paper, rows[i].ready, rows[i].began) ==
                    rows[i].late);
}

/* An algorithm with two phases that computes, and one without phases. The third
 * launch is late. */
enum { PLAIN, PHASED, NRESULTS };

static void nothing(void *state)
{
    (void)state;
}

static void check_phased(const struct result *phased)
{
    const struct series *second = &phased->figure_parts[1].times;

    assert_int_equal(phased->figure_parts[0].times.n, phased->time.times.n);
    assert_int_equal(second->n, phased->time.times.n);
    for (size_t i = 0; i < phased->time.times.n; i++) {
        assert_true(phased->figure_parts[0].times.t[i] == 1e-6 / 2);
        assert_int_equal(second->round[i], phased->time.times.round[i]);
        assert_true(second->t[i] != 3.0 / 2); /* that launch was late */
    }
    assert_true(second->t[0] == 0.5 && second->t[1] == 1 && second->t[2] == 2);
    /* times of the computation in the warm-up are not counted */
    assert_int_equal(phased->compute.times.n,
                     TURN_COMPUTE * phased->all.rounds);
    for (size_t i = 0; i < phased->compute.times.n; i++)
        assert_true(phased->compute.times.t[i] == 4e-6 / 2);
}

TEST_OF_A_CASE(test_parts_belong_to_valid_launches)
{
    static const struct figure phases[] = {
        {.name = "a", .launch = true}, {.name = "b", .launch = true}, {0}};
    static const struct algo phased = {
        .name = "phased", .life.figures = phases, .compute = nothing};
    double now = 0;

    o.max_rse = 0;
    o.max_launches = 100;
    case_open(&c, &o, NRESULTS);
    case_state_close(&c.t);
    c.variants[PHASED].algo = &phased;
    case_state_open(&c.t, &c.h, &c.o, &c.c, 42);
    control_pass(&c.t, &(struct pass_limits){0});
    c.t.repeats = 2;
    r = c.t.results;
    while (control_next(&c.t, now, &order)) {
        report = (struct turn_times){.ready = now, .end = now + 1e-3};
        for (int i = 0; i < order.launches; i++)
            report.launch[i] =
                (struct launch_times){.duration = 3e-6,
                                      .late = i == 2 ? 1 : 0,
                                      .before = 5e-6,
                                      .figures = {1e-6, (double)(i + 1)}};
        for (int i = 0; i < TURN_COMPUTE; i++)
            report.compute[i] = 4e-6;
        control_account(&c.t, &order, &report, now += 1e-3);
    }
    assert_true(r[PHASED].time.times.n > 30);
    check_phased(&r[PHASED]);
    assert_int_equal(r[PLAIN].figure_parts[0].times.n, 0);
    assert_int_equal(r[PLAIN].before.times.n, r[PLAIN].time.times.n);
    assert_true(r[PLAIN].before.times.t[0] == 5e-6);
    assert_int_equal(r[PLAIN].compute.times.n, 0);
}
