/* test_case_state.c: the results of a case's passes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "measure/harness.h"
#include "measure/gather.h"
#include "measure/pass.h"
#include "measure/probe.h"
#include "measure/test/machine.h"

/* The case, its rows, and what it is measured with. */
static struct measuring o;
static struct pass_limits l;
static struct sim machine;
static struct case_sim s;
static struct result *r;

/* Opens the case, with the usual settings unless a test has set `o`. */
static void begin(size_t rows, long passes)
{
    machine = (struct sim){.t = {3e-6, 5e-6}, .message = 2e-6};
    l = passes_limits(&o, passes, rows);
    case_open(&s, &o, rows);
    r = s.t.results;
}

/* Runs a pass to its end. */
static void case_pass(void)
{
    struct turn_order order;

    control_pass(&s.t, &l);
    case_turns(&s, &machine, false, &order);
    control_passed(&s.t);
}

/* Returns a random number; the distribution is nearly normal. */
static double draw(uint64_t *seed)
{
    double z = 0;

    for (int i = 0; i < 12; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        z += (double)(*seed >> 33) / (double)(1u << 31) - 0.5;
    }
    return z;
}

/* How many passes a case gets whose rows have a random effect in each pass, and
 * why it stops. -R, -E and --max-time are limits for all passes together: 8
 * passes of 25 launches, or of 20 ms. A case with launches of one second has
 * time for one pass only. Rows report their precision. */
UNIT_TEST(test_how_many_passes)
{
    static const struct {
        double t[3];
        size_t n;
        double effect;
        long launches, valid;
        double time;
        enum stop stop;
        size_t least, most; /* minimum and maximum number of passes */
    } rows[] = {
        {{3e-6, 5e-6}, 2, 0, 5000, 0, 5, STOP_CONVERGED, 6, 6},
        {{300e-6}, 1, .08, 5000, 0, 5, STOP_NOT, PASSES_MOST, PASSES_MOST},
        {{0.9}, 1, .08, 5000, 0, 5, STOP_MAX_TIME, 1, 1},
        {{300e-6}, 1, .08, 200, 0, 5, STOP_MAX_LAUNCHES, 6, 8},
        {{300e-6}, 1, .08, 5000, 200, 5, STOP_MAX_VALID, 6, 8},
        {{300e-6}, 1, .08, 5000, 0, 0.16, STOP_MAX_TIME, 6, 8},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint64_t seed = 1;

        o = sim_options();
        o.max_launches = rows[i].launches;
        o.max_valid = rows[i].valid;
        o.max_time = rows[i].time;
        begin(rows[i].n, passes_planned(&o));
        for (long pass = passes_planned(&o);
             pass > 0 && case_state_missing(&s.t) >= 0; pass--) {
            double effect = exp(rows[i].effect * draw(&seed));

            for (size_t k = 0; k < rows[i].n; k++)
                machine.t[k] = rows[i].t[k] * effect;
            case_pass();
        }
        assert_int_equal(r->stop, rows[i].stop);
        assert_in_range(r->measured, rows[i].least, rows[i].most);
        assert_true(r->stop == STOP_CONVERGED || r->measured == 1 ||
                    (r->rse > 0.01 && r->rse < 0.06));
        if (r->stop == STOP_NOT) {
            assert_true(fabs(case_state_missing(&s.t) - r->rse / 0.01) < 1e-9);
            assert_true(case_state_half(&s.t) > 0.02 &&
                        case_state_half(&s.t) < 0.3);
            case_state_stop(&s.t, STOP_MAX_PASSES);
            assert_int_equal(r->stop, STOP_MAX_PASSES);
        }
        assert_true(case_state_missing(&s.t) < 0 &&
                    isnan(case_state_half(&s.t)));
        case_state_finish(&s.t);
        assert_true(fabs(r->time.summary.rse - r->rse) < 1e-12);
        case_state_close(&s.t);
    }
}

/* The results of each pass are kept; they come only from that pass's launches.
 * Launches are kept only for percentiles, which cover all passes. */
UNIT_TEST(test_passes_are_kept)
{
    static const double factor[] = {1, 4, 2};

    o = sim_options();
    o.percentiles = (struct percentiles){{1, 50, 99}, 3};
    begin(2, 20);
    for (size_t k = 0; k < 3; k++) {
        machine.t[0] = 3e-6 * factor[k];
        machine.t[1] = 5e-6 * factor[k];
        s.t.pass = (long)(2 * k + 1);
        s.t.at = machine.now;
        case_pass();
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
            assert_true(fabs(p->parts[PART_TIME].median / t - 1) < 1e-9 &&
                        p->min <= p->max);
        }
        assert_int_equal(rounds, r[i].all.rounds);
        assert_int_equal(launches, r[i].all.launches);
        for (size_t k = 0; k < PARTS; k++)
            assert_int_equal(r[i].parts[k].times.cap, 0);
    }
    case_state_stop(&s.t, STOP_BUDGET);
    case_state_finish(&s.t);
    assert_true(fabs(r[0].all.estimate / 6e-6 - 1) < 1e-9);
    assert_int_equal(r[0].every.n, r[0].all.valid);
    for (size_t k = 0; k < 3; k++)
        assert_true(fabs(r[0].percentiles[k] / (k == 1 ? 6e-6
                                                : k    ? 12e-6
                                                       : 3e-6) -
                         1) < 1e-9);
    case_state_close(&s.t);
}

static double derived(const struct figure_row *own,
                      const struct figure_row *baseline)
{
    return baseline == NULL ? 1 : own->time / baseline->time + own->values[1];
}

/* Figures of a pass come from its launches, have their own value, or are
 * derived from others and those of the baseline in the same pass. */
UNIT_TEST(test_figures_of_a_pass)
{
    static const struct figure table[] = {{.name = "part", .launch = true},
                                          {.name = "value"},
                                          {.name = "more", .derive = derived},
                                          {0}};
    static const struct algo algo = {.name = "a", .life.figures = table};
    const struct variant variant = {.algo = &algo};
    const struct choice choice = {.op = op_find("null")};
    const struct bench_case c = {.choice = &choice};
    struct result both[2] = {{0}};

    o = sim_options();
    r = both;
    for (size_t i = 0; i < 2; i++) {
        r[i].variant = &variant;
        r[i].c = &c;
        r[i].nfigures = 3;
        r[i].baseline = i > 0 ? &r[0] : NULL;
        for (size_t k = 0; k < 3; k++)
            r[i].figures[k] = &table[k];
        for (size_t round = 1; round <= 2; round++) {
            double t = (double)(2 + i);

            series_add(&r[i].time.times, t, round);
            series_add(&r[i].figure_parts[0].times, t / 2, round);
        }
        pass_start(&r[i].pass);
        r[i].pass.figures[1] = 10;
    }
    results_pass(r, 2, &o, 0);
    assert_true(r[0].pass.parts[PART_TIME].median == 2 &&
                r[1].pass.parts[PART_TIME].median == 3);
    assert_true(r[1].pass.figures[0] == 1.5 && r[1].pass.figures[1] == 10);
    assert_true(r[0].pass.figures[2] == 1 && r[1].pass.figures[2] == 11.5);
    assert_true(isnan(r[1].pass.hidden));
    for (size_t i = 0; i < 2; i++)
        result_free(&r[i]);
}

/* Times of a launch on each rank. With a single rank, they are the launch's. */
UNIT_TEST(test_times_of_ranks)
{
    static const struct launch_times launch[] = {
        {.duration = 4}, {.duration = 100}, {.duration = 8}};
    struct result whole = {.pass.rank_mean = NAN};
    struct rank_times t = {0}, none = {0};

    ranks_add(&t, launch, 5);
    ranks_add(&t, launch, 0);
    assert_true(t.n == 2 && t.sum == 12);
    assert_int_equal(ranks_gather(&none, 1, MPI_COMM_SELF, 2, &whole), 0);
    assert_true(isnan(whole.pass.rank_mean));
    assert_int_equal(ranks_gather(&t, 1, MPI_COMM_SELF, 2, &whole), 0);
    assert_true(whole.pass.rank_mean == 3 && whole.pass.rank_min == 3 &&
                whole.pass.rank_max == 3);
}

/* The rank that most launches end with: rank 2 in three launches of the first
 * pass and in one of the second. Launches that do not count are left out. */
UNIT_TEST(test_last_rank)
{
    struct turn_order order = {.launches = 5};
    struct turn_times times = {
        .launch[4].late = 1,
        .last = {{9, 7, 2}, {8, 7, 2}, {5, 4.5, 0}, {20, 10, 2}, {9, 1, 0}},
    };
    struct last_end one[2] = {{.last = 3}, {.last = 4}}, all[2];
    struct last last;

    o = sim_options();
    begin(1, 1);
    s.t.c = &(struct bench_case){.choice = s.t.c->choice, .procs = 3};
    case_state_add_turn(&s.t, 0, &order, &times);
    lasts_pass(&r->lasts, 3);
    times.last[0] = (struct last_end){7, 1, 2};
    times.last[1] = (struct last_end){7, 1, 1};
    order.launches = 2;
    case_state_add_turn(&s.t, 0, &order, &times);
    lasts_pass(&r->lasts, 3);
    last = lasts_find(&r->lasts, 3);
    assert_int_equal(last.rank, 2);
    assert_true(last.share == 4. / 6 && last.lead == (3 * 2 + 6) / 4.);
    assert_int_equal(lasts_reduce(MPI_COMM_SELF, one, all, 2), MPI_SUCCESS);
    assert_true(all[1].last == 4 && all[1].rank == 0 && isinf(all[1].second));
    lasts_free(&r->lasts);
    lasts_add(&r->lasts, &all[1]);
    lasts_pass(&r->lasts, 1);
    assert_int_equal(lasts_find(&r->lasts, 1).rank, -1);
    case_state_close(&s.t);
}

/* Nodes in pairs: each node meets every other one, and with an odd number rests
 * once. */
UNIT_TEST(test_partners_of_nodes)
{
    for (int nodes = 3; nodes <= 9; nodes++) {
        const int rounds = nodes - 1 + nodes % 2;
        bool met[9][9] = {{false}};

        for (int round = 0; round < 2 * rounds; round++)
            for (int i = 0; i < nodes; i++) {
                int peer = probe_partner(i, nodes, round);

                if (peer == MPI_PROC_NULL)
                    continue;
                assert_true(peer >= 0 && peer < nodes && peer != i);
                assert_int_equal(probe_partner(peer, nodes, round), i);
                assert_int_equal(met[i][peer], round >= rounds);
                met[i][peer] = true;
            }
        for (int i = 0; i < nodes * nodes; i++)
            assert_int_equal(met[i / nodes][i % nodes], i / nodes != i % nodes);
    }
}

/* A launch in which a rank lost its core is disturbed; `by_threads` if other
 * threads of the process ran at that time. */
UNIT_TEST(test_lost_cores)
{
    struct turn_order order = {.launches = 4};
    struct turn_times times = {
        .usage = {{.switches = 1},
                  {.migrations = 1, .others = 2},
                  {.others = 3},
                  {.switches = 2, .others = 1}},
    };

    o = sim_options();
    begin(1, 1);
    case_state_add_turn(&s.t, 0, &order, &times);
    assert_int_equal(r->disturbed, 3);
    assert_int_equal(r->by_threads, 2);
    case_state_close(&s.t);
}

/* With a budget, a case may get fewer passes than an interval takes. */
UNIT_TEST(test_one_pass_of_several_has_no_interval)
{
    o = sim_options();
    o.budget = 0.2;
    begin(2, passes_planned(&o));
    case_pass();
    case_state_stop(&s.t, STOP_BUDGET);
    case_state_finish(&s.t);
    for (size_t i = 0; i < 2; i++) {
        assert_true(fabs(r[i].time.summary.mean / machine.t[i] - 1) < 1e-6);
        assert_true(isnan(r[i].time.summary.ci_lo) &&
                    isnan(r[i].time.summary.median_lo));
        assert_true(fabs(r[i].all.estimate / machine.t[i] - 1) < 1e-6);
        assert_true(isnan(r[i].rse));
    }
    case_state_close(&s.t);
}

/* If a later pass fails, the results of earlier passes are kept. */
UNIT_TEST(test_a_later_pass_fails)
{
    o = sim_options();
    o.max_rse = 0;
    begin(2, passes_planned(&o));
    for (int i = 0; i < 3; i++)
        case_pass();
    case_state_refuse(&s.t, 1, "no memory");
    assert_null(r[1].reason);
    assert_string_equal(r[1].failure, "no memory");
    assert_int_equal(r[1].stop, STOP_FAILED);
    case_pass(); /* runs only the other row */
    assert_true(case_state_missing(&s.t) >= 0 && r[0].measured == 4);
    r[0].rse = 0; /* equal times do not end a row if nothing may */
    assert_true(isinf(case_state_missing(&s.t)));
    assert_true(r[1].measured == 3 && r[1].stop == STOP_FAILED);
    case_state_fail(&s.t, "none at all");
    assert_true(case_state_missing(&s.t) < 0);
    assert_string_equal(r[1].failure, "no memory");
    case_state_finish(&s.t);
    assert_true(fabs(r[1].time.summary.mean / 5e-6 - 1) < 1e-6);
    assert_true(r[1].time.summary.ci_lo < r[1].time.summary.ci_hi);
    case_state_close(&s.t);
    case_open(&s, &o, 2);
    case_state_fail(&s.t, "no memory");
    assert_string_equal(s.t.results[0].reason, "no memory");
    assert_null(s.t.results[0].failure);
    case_state_close(&s.t);
}

/* Real passes with one rank. Launch numbers continue from pass to pass, and
 * with them roots, arrivals and buffer blocks. */
UNIT_TEST(test_launch_numbers_go_on)
{
    struct clocks clocks = {.shared = true, .interval = INFINITY};
    struct clock clock = {0};
    struct session b;
    const char *cause;
    uint64_t before = 0;

    assert_int_equal(clock_open(&clock, timer_find("monotonic"), &cause), 0);
    o = sim_options();
    case_open(&s, &o, 1);
    s.c.dtype = dtype_find("byte");
    assert_int_equal(harness_open(&s.h, MPI_COMM_WORLD, &clock, &clocks,
                                  &(struct timer_quality){1e-9, 50e-9, 0, 1},
                                  false),
                     0);
    harness_calibrate(&s.h);
    assert_int_equal(session_open(&b, &s.h, &s.o, &s.c), 0);
    for (int i = 1; i <= 3; i++) {
        l = (struct pass_limits){.rounds = 1, .launches = 16, .seconds = 1};
        assert_int_equal(pass_run(&b, &s.t, &l, false), 0);
        assert_int_equal(s.t.results->all.launches, 16 * i);
        assert_true(s.t.launch >= before + 16);
        before = s.t.launch;
    }
    session_close(&b);
    case_state_close(&s.t);
}

UNIT_GROUP(case_state)
{
    int failed;

    MPI_Init(NULL, NULL);
    failed = UNIT_RUN(NULL, NULL);
    MPI_Finalize();
    /* skips the leak check: MPI_Init() itself leaks */
    fflush(stdout);
    _Exit(failed);
}
