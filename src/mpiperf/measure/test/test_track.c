/* test_track.c: what visits to a case come to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/passes.h"
#include "mpiperf/measure/ranks.h"
#include "mpiperf/measure/results.h"
#include "mpiperf/measure/test/machine.h"
#include "mpiperf/measure/track.h"

/* A case of so many algorithms, in passes. */
struct case_sim {
    struct measuring o;
    struct harness h;
    struct variant variants[3];
    struct choice choice;
    struct bench_case c;
    struct track t;
};

static void case_open(struct case_sim *s, const struct measuring *o, size_t n)
{
    static const struct method *const window = &method_window;

    *s = (struct case_sim){
        .o = *o, .h = {.t_bcast = 10e-6, .tolerance = 0.1e-6, .size = 1}};
    s->o.methods = (const struct method **)&window;
    s->o.nmethods = 1;
    for (size_t i = 0; i < n; i++)
        s->variants[i] = (struct variant){.algo = &algo_native};
    s->choice = (struct choice){
        .op = op_find("null"), .variants = s->variants, .nvariants = n};
    s->c = (struct bench_case){.choice = &s->choice, .procs = 1};
    track_open(&s->t, &s->h, &s->o, &s->c, 42);
}

/* A visit to it, on a machine on which each has an effect of its own. */
static void case_visit(struct case_sim *s, struct sim *machine,
                       const struct visit_limits *l)
{
    struct control *c = &s->t.control;
    struct stage_report report = {0};
    struct stage_order order;

    control_visit(c, l);
    while (control_next(c, machine->now, &order)) {
        sim_stage(machine, &order, &report);
        control_account(c, &order, &report, machine->now);
    }
    track_visited(&s->t, &s->o);
}

/* About normal. */
static double draw(uint64_t *seed)
{
    double z = 0;

    for (int i = 0; i < 12; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        z += (double)(*seed >> 33) / (double)(1u << 31) - 0.5;
    }
    return z;
}

static struct result *case_run(struct case_sim *s, const struct sim *machine,
                               const struct measuring *o, size_t n,
                               double effect)
{
    struct visit_limits l = passes_limits(o, passes_planned(o), n);
    struct sim now = *machine;
    uint64_t seed = 1;

    case_open(s, o, n);
    for (long pass = 1; pass <= passes_planned(o) && !track_is_done(&s->t);
         pass++) {
        double z = draw(&seed);

        for (size_t i = 0; i < n; i++)
            now.t[i] = machine->t[i] * exp(effect * z);
        case_visit(s, &now, &l);
    }
    return s->t.results;
}

static void test_visits_that_agree_are_few(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {3e-6, 5e-6}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    r = case_run(&s, &machine, &o, 2, 0);
    assert_int_equal(r[0].stop, STOP_CONVERGED);
    assert_int_equal(r[0].visits.n, VISITS_SURE);
    assert_true(r[0].seconds >= VISITS_SURE * 20e-3 ||
                r[0].launches == VISITS_SURE * 250);
    assert_true(fabs(r[1].passes[2].estimate - 5e-6) < 1e-9);
    for (size_t i = 1; i < r[0].visits.n; i++)
        assert_true(r[0].visits.first[i] > r[0].visits.first[i - 1]);
    track_close(&s.t);
}

static void test_visits_that_differ_are_many(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {300e-6}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    r = case_run(&s, &machine, &o, 1, 0.08);
    assert_int_equal(r->stop, STOP_NOT);
    assert_int_equal(r->visits.n, PASSES_MOST);
    assert_true(r->rse > 0.01 && r->rse < 0.03);
    assert_true(fabs(track_missing(&s.t, &o) - r->rse / 0.01) < 1e-9);
    track_stop(&s.t, STOP_MAX_PASSES);
    assert_int_equal(r->stop, STOP_MAX_PASSES);
    assert_true(track_is_done(&s.t));
    track_close(&s.t);
}

/* -R and --max-time are of all visits together. */
static void test_limits_are_of_the_case(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {3e-6}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    o.max_launches = 200; /* 8 visits of 25 */
    o.max_rse = 0;
    r = case_run(&s, &machine, &o, 1, 0.08);
    assert_int_equal(r->stop, STOP_MAX_LAUNCHES);
    assert_int_equal(r->launches, 200);
    assert_int_equal(r->visits.n, 8);
    track_close(&s.t);
}

/* What takes a second has no time for three visits: it gets one, with the
 * stop rule and the intervals of one. */
static void test_a_slow_case_has_one_visit(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {0.9}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    r = case_run(&s, &machine, &o, 1, 0.08);
    assert_int_equal(r->stop, STOP_MAX_TIME);
    assert_int_equal(r->visits.n, 1);
    assert_true(r->launches >= 3 && r->seconds < 7);
    track_close(&s.t);
}

/* What is kept is bounded, of whole rounds, the same ones of all rivals; what
 * is counted is of all. */
static void test_memory_is_bounded(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {
        .t = {3e-6, 5e-6}, .message = 2e-6, .late_every = 101};
    size_t bytes, rounds = 0;
    struct case_sim s;
    struct result *r;

    (void)state;
    o.max_rse = 0;
    o.max_launches = 50000;
    o.max_time = INFINITY;
    r = case_run(&s, &machine, &o, 2, 0.01);
    for (size_t i = 0; i < 2; i++) {
        struct series *all[RESULT_SERIES];
        size_t n = result_series(&r[i], all);

        bytes = 0;
        for (size_t k = 0; k < n; k++)
            bytes += all[k]->cap * (2 * sizeof(double) + 1);
        assert_in_range(bytes, TRACK_BYTES / 8, TRACK_BYTES);
        assert_int_equal(r[i].launches, 50000);
        assert_int_equal(r[i].valid + r[i].late, 50000);
        assert_true(r[i].valid > 25000);
        assert_true(r[i].times.n < 1000 && r[i].times.n > 100);
    }
    for (size_t i = 0, k = 0; i < r[0].times.n; i++) {
        while (k < r[1].times.n && r[1].times.round[k] < r[0].times.round[i])
            k++;
        rounds +=
            k < r[1].times.n && r[1].times.round[k] == r[0].times.round[i];
    }
    assert_true(rounds >
                9 * r[0].times.n / 10); /* a stage may have been late */
    track_close(&s.t);
}

/* What each pass gave is kept, of the launches of that pass alone. */
static void test_passes_are_kept(void **state)
{
    static const double factor[] = {1, 4, 2};
    struct measuring o = sim_options();
    const struct visit_limits l = passes_limits(&o, 20, 2);
    struct sim machine = {.message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    case_open(&s, &o, 2);
    r = s.t.results;
    for (size_t k = 0; k < 3; k++) {
        machine.t[0] = 3e-6 * factor[k];
        machine.t[1] = 5e-6 * factor[k];
        s.t.pass = (long)(2 * k + 1);
        s.t.at = machine.now;
        case_visit(&s, &machine, &l);
    }
    for (size_t i = 0; i < 2; i++) {
        long rounds = 0, launches = 0;

        assert_int_equal(r[i].npasses, 3);
        for (size_t k = 0; k < 3; k++) {
            const struct pass *p = &r[i].passes[k];
            double t = (i == 0 ? 3e-6 : 5e-6) * factor[k];

            rounds += p->rounds;
            launches += p->launches;
            assert_int_equal(p->number, 2 * k + 1);
            assert_true(k == 0 ? p->at == 0 : p->at > p[-1].at);
            assert_true(fabs(p->estimate / t - 1) < 1e-9);
            assert_true(fabs(p->median / t - 1) < 1e-9 && p->min <= p->max);
        }
        assert_int_equal(rounds, r[i].stages);
        assert_int_equal(launches, r[i].launches);
    }
    track_stop(&s.t, STOP_BUDGET);
    track_finish(&s.t, &s.h, &s.o);
    assert_true(fabs(r[0].estimate / 6e-6 - 1) < 1e-9);
    track_close(&s.t);
}

static double derived(const struct figure_row *own,
                      const struct figure_row *baseline)
{
    return baseline == NULL ? 1 : own->time / baseline->time + own->values[1];
}

/* Figures of a pass are of its launches, its value, and what is derived of
 * these and of the baseline's in that pass. */
static void test_figures_of_a_pass(void **state)
{
    static const struct figure table[] = {{.name = "part", .launch = true},
                                          {.name = "value"},
                                          {.name = "more", .derive = derived},
                                          {0}};
    static const struct algo algo = {.name = "a", .life.figures = table};
    const struct variant variant = {.algo = &algo};
    const struct choice choice = {.op = op_find("null")};
    const struct bench_case c = {.choice = &choice};
    struct measuring o = sim_options();
    struct result r[2] = {{0}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        r[i].variant = &variant;
        r[i].c = &c;
        r[i].nfigures = 3;
        r[i].baseline = i > 0 ? &r[0] : NULL;
        for (size_t k = 0; k < 3; k++)
            r[i].figures[k].figure = &table[k];
        for (size_t round = 1; round <= 4; round++) {
            double t = (double)(round < 3 ? 100 : 2 + i);

            series_add(&r[i].times, t, round);
            series_add(&r[i].figures[0].part.times, t / 2, round);
        }
        r[i].pass.figures[1] = 10;
    }
    results_pass(r, 2, 3, &o);
    assert_true(r[0].pass.median == 2 && r[1].pass.median == 3);
    assert_true(r[1].pass.figures[0] == 1.5 && r[1].pass.figures[1] == 10);
    assert_true(r[0].pass.figures[2] == 1 && r[1].pass.figures[2] == 11.5);
    assert_true(isnan(r[1].pass.hidden) && r[1].pass.valid == 2);
    for (size_t i = 0; i < 2; i++)
        result_free(&r[i]);
}

/* Shares of what a launch took each rank: of one rank all are its own. */
static void test_times_of_ranks(void **state)
{
    static const struct launch_times launch[] = {
        {.duration = 4}, {.duration = 100}, {.duration = 8}};
    struct result r = {
        .visited = 1, .rank_mean = NAN, .rank_min = NAN, .rank_max = NAN};
    struct rank_times t = {0}, none = {0};

    (void)state;
    ranks_add(&t, launch, 5);
    ranks_add(&t, launch, 0);
    assert_true(t.n == 2 && t.sum == 12);
    assert_int_equal(ranks_gather(&none, 1, MPI_COMM_SELF, 2, &r), 0);
    assert_true(isnan(r.rank_mean));
    assert_int_equal(ranks_gather(&t, 1, MPI_COMM_SELF, 2, &r), 0);
    assert_true(r.rank_mean == 3 && r.rank_min == 3 && r.rank_max == 3);
    r.visited = 2;
    t = (struct rank_times){.sum = 60, .n = 6};
    assert_int_equal(ranks_gather(&t, 1, MPI_COMM_SELF, 2, &r), 0);
    assert_true(r.rank_mean == 4.5 && r.rank_min == 4 && r.rank_max == 4);
}

/* On fewer ranks than the run, to the letter of the paper, with nobody to read
 * with: no readings. */
static void test_what_is_watched(void **state)
{
    static const struct {
        int size;
        bool neighbours, paper, watched;
    } rows[] = {
        {2, true, false, true},
        {3, true, false, false},
        {2, false, false, false},
        {2, true, true, false},
    };
    const struct choice choice = {.op = op_find("null"),
                                  .variants =
                                      &(struct variant){.algo = &algo_native},
                                  .nvariants = 1};
    const struct bench_case c = {.choice = &choice, .procs = 2};
    static const struct method *const window = &method_window;
    struct neighbours neighbours = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct harness h = {.size = rows[i].size};
        struct measuring o = sim_options();
        struct track t;

        o.methods = (const struct method **)&window;
        o.nmethods = 1;
        o.paper = rows[i].paper;
        h.neighbours = rows[i].neighbours ? &neighbours : NULL;
        track_open(&t, &h, &o, &c, 42);
        assert_int_equal(t.watched, rows[i].watched);
        assert_int_equal(t.results->watched, rows[i].watched);
        track_close(&t);
    }
}

/* However many visits, and however little they leave of the launches. */
static void test_of_2000_visits_there_are_figures(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {3e-6, 5e-6}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    o.passes = 2000;
    o.max_rse = 0;
    o.max_launches = 48000;
    o.max_time = INFINITY;
    r = case_run(&s, &machine, &o, 2, 0.01);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(r[i].visits.n, 2000);
        assert_true(series_rounds(&r[i].times, 0) >= ROUNDS_KEPT);
    }
    track_finish(&s.t, &s.h, &s.o);
    for (size_t i = 0; i < 2; i++) {
        const struct summary *all = &r[i].summary;

        assert_null(r[i].reason);
        assert_true(fabs(all->mean / machine.t[i] - 1) < 0.01);
        assert_true(all->ci_lo < all->mean && all->mean < all->ci_hi);
        assert_true(all->median_lo < all->median);
        assert_true(isfinite(r[i].spans[SPAN_GLOBAL].summary.median));
    }
    track_close(&s.t);
}

/* Rounds of more than the room for them all: some stay. */
static void test_long_rounds_stay(void **state)
{
    struct measuring o = sim_options();
    const struct sim machine = {.t = {3e-6}, .message = 2e-6};
    struct case_sim s;
    struct result *r;

    (void)state;
    o.window.launches = STAGE_MAX;
    o.max_rse = 0;
    o.max_launches = 50 * STAGE_MAX;
    o.passes = 50;
    o.max_time = INFINITY;
    r = case_run(&s, &machine, &o, 1, 0.01);
    assert_int_equal(r->visits.n, 50);
    assert_true(series_rounds(&r->times, 0) >= ROUNDS_KEPT);
    track_close(&s.t);
}

/* A row that a limit has ended says how precise it is. */
static void test_the_precision_is_known_at_a_limit(void **state)
{
    static const struct {
        long launches, valid;
        double time;
        enum stop stop;
    } limits[] = {
        {200, 0, 5, STOP_MAX_LAUNCHES},
        {5000, 200, 5, STOP_MAX_VALID},
        {5000, 0, 0.16, STOP_MAX_TIME},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        struct measuring o = sim_options();
        const struct sim machine = {.t = {300e-6}, .message = 2e-6};
        struct case_sim s;
        struct result *r;

        o.max_launches = limits[i].launches;
        o.max_valid = limits[i].valid;
        o.max_time = limits[i].time;
        r = case_run(&s, &machine, &o, 1, 0.08);
        assert_int_equal(r->stop, limits[i].stop);
        assert_true(r->visits.n >= VISITS_SURE && r->rse > 0.01);
        track_finish(&s.t, &s.h, &s.o);
        assert_true(fabs(r->summary.rse - r->rse) < 1e-12);
        track_close(&s.t);
    }
}

/* The budget may leave a case fewer visits than have an interval. */
static void test_one_visit_of_several_has_no_interval(void **state)
{
    struct measuring o = sim_options();
    struct sim machine = {.t = {3e-6, 5e-6}, .message = 2e-6};
    struct visit_limits l;
    struct case_sim s;
    struct result *r;

    (void)state;
    o.budget = 0.2;
    l = passes_limits(&o, passes_planned(&o), 2);
    case_open(&s, &o, 2);
    r = s.t.results;
    case_visit(&s, &machine, &l);
    track_stop(&s.t, STOP_BUDGET);
    track_finish(&s.t, &s.h, &s.o);
    for (size_t i = 0; i < 2; i++) {
        assert_true(fabs(r[i].summary.mean / machine.t[i] - 1) < 1e-6);
        assert_true(isnan(r[i].summary.ci_lo) && isnan(r[i].summary.median_lo));
        assert_true(fabs(r[i].estimate / machine.t[i] - 1) < 1e-6);
        assert_true(isnan(r[i].rse));
    }
    track_close(&s.t);
}

/* What the visits before it gave is not lost. */
static void test_a_later_visit_fails(void **state)
{
    struct measuring o = sim_options();
    struct sim machine = {.t = {3e-6, 5e-6}, .message = 2e-6};
    struct visit_limits l;
    struct case_sim s;
    struct result *r;

    (void)state;
    o.max_rse = 0;
    l = passes_limits(&o, passes_planned(&o), 2);
    case_open(&s, &o, 2);
    r = s.t.results;
    for (int i = 0; i < 3; i++)
        case_visit(&s, &machine, &l);
    results_refuse(r, &s.c, &s.o, 1, "no memory");
    assert_null(r[1].reason);
    assert_string_equal(r[1].failure, "no memory");
    assert_int_equal(r[1].stop, STOP_FAILED);
    case_visit(&s, &machine, &l); /* for the other */
    assert_true(!track_is_done(&s.t) && r[0].visits.n == 4);
    assert_true(r[1].visits.n == 3 && r[1].stop == STOP_FAILED);
    results_fail(r, &s.c, &s.o, "none at all");
    assert_true(track_is_done(&s.t));
    assert_string_equal(r[1].failure, "no memory");
    track_finish(&s.t, &s.h, &s.o);
    assert_true(fabs(r[1].summary.mean / 5e-6 - 1) < 1e-6);
    assert_true(r[1].summary.ci_lo < r[1].summary.ci_hi);
    track_close(&s.t);
    case_open(&s, &o, 2);
    results_fail(s.t.results, &s.c, &s.o, "no memory");
    assert_string_equal(s.t.results[0].reason, "no memory");
    assert_null(s.t.results[0].failure);
    track_close(&s.t);
}

/* Real visits, of one rank: each goes on where the one before left off, with
 * roots, arrivals and blocks of the buffers. */
static void test_launch_numbers_go_on(void **state)
{
    struct measuring o = sim_options();
    struct clocks clocks = {.shared = true, .interval = INFINITY};
    struct clock clock = {0};
    struct case_sim s;
    struct bench b;
    const char *cause;
    uint64_t before = 0;
    long wrong;

    (void)state;
    o.redop = redop_find("sum");
    o.counts.rule = counts_find("equal");
    assert_int_equal(clock_open(&clock, timer_find("monotonic"), &cause), 0);
    case_open(&s, &o, 1);
    s.c.dtype = dtype_find("byte");
    assert_int_equal(
        harness_open(&s.h, MPI_COMM_WORLD, &clock, &clocks, 50e-9, 1e-9), 0);
    assert_int_equal(bench_open(&b, &s.h, &s.o, &s.choice, 1), 0);
    for (int i = 1; i <= 3; i++) {
        const struct visit_limits l = {
            .rounds = 1, .launches = 16, .seconds = 1};

        assert_int_equal(bench_visit(&b, &s.t, &l, &wrong), 0);
        assert_int_equal(s.t.results->launches, 16 * i);
        assert_true(s.t.launch >= before + 16);
        before = s.t.launch;
    }
    bench_close(&b);
    track_close(&s.t);
}

/* MPI_Init() leaks by itself. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits_that_agree_are_few),
        cmocka_unit_test(test_visits_that_differ_are_many),
        cmocka_unit_test(test_limits_are_of_the_case),
        cmocka_unit_test(test_a_slow_case_has_one_visit),
        cmocka_unit_test(test_passes_are_kept),
        cmocka_unit_test(test_figures_of_a_pass),
        cmocka_unit_test(test_times_of_ranks),
        cmocka_unit_test(test_what_is_watched),
        cmocka_unit_test(test_memory_is_bounded),
        cmocka_unit_test(test_of_2000_visits_there_are_figures),
        cmocka_unit_test(test_long_rounds_stay),
        cmocka_unit_test(test_the_precision_is_known_at_a_limit),
        cmocka_unit_test(test_one_visit_of_several_has_no_interval),
        cmocka_unit_test(test_a_later_visit_fails),
        cmocka_unit_test(test_launch_numbers_go_on),
    };
    int failed;

    MPI_Init(NULL, NULL);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failed;
}
