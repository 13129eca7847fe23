/* test_window_machine.c: the window on simulated machines: does it settle? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include "lib/test/unit.h"
#include "stats/test/series.h"
#include "measure/window.h"

/* A machine on which launches take `time` seconds, `gap` seconds pass between
 * them, and the start message takes `message`. One launch in `slow_every` takes
 * `slow` instead (0: none). The core is lost for `away` seconds at times that
 * lie `here` seconds apart on average (0: never). */
struct machine {
    double time, gap, message, slow, away, here;
    unsigned long slow_every;
    gsl_rng *rng;
    double loss; /* time until the core is lost */
    double seconds;
    long launches, late;
};

/* What `t` seconds come to, waiting or working, and what is lost in it. */
static double pass(struct machine *m, double t, bool working)
{
    double total = t;

    if (m->here <= 0)
        return t;
    while (m->loss <= t) {
        double back = m->loss + m->away;

        total = working ? total + m->away : fmax(total, back);
        t -= working ? m->loss : back;
        m->loss = gsl_ran_exponential(m->rng, m->here);
    }
    m->loss -= fmax(t, 0);
    return total;
}

static double launch_time(const struct machine *m)
{
    int slow =
        m->slow_every > 0 && gsl_rng_uniform_int(m->rng, m->slow_every) == 0;

    return slow ? m->slow : m->time;
}

static struct turn_outcome run_stage(struct machine *m, int k, double b,
                                     double lead)
{
    struct turn_outcome s = {.launches = k, .need = pass(m, m->message, true)};
    double now = s.need - lead; /* 0 is when the first should start */
    long late = 0;

    for (int i = 0; i < k; i++) {
        double slot = i * b, began;

        if (now < slot)
            now += pass(m, slot - now, false);
        if (now > slot + 1e-8) {
            s.first_late |= i == 0;
            late++;
        }
        began = now;
        s.span = now += pass(m, launch_time(m), true);
        now += pass(m, m->gap, true);
        s.took[i] = now - began;
    }
    m->launches += k;
    m->late += late;
    m->seconds += lead + now;
    return s;
}

static void run_stages(struct window *w, const struct window_config *c,
                       struct machine *m, int turns)
{
    for (int i = 0; i < turns; i++) {
        struct turn_outcome s = run_stage(m, c->launches, w->slot, w->lead);

        window_after_turn(w, c, &s);
    }
}

static void start(struct window *w, const struct window_config *c,
                  struct machine *m, double lead)
{
    struct turn_outcome s;

    window_start(w, lead);
    s = run_stage(m, c->init_launches, 0, lead);
    window_after_init(w, c, &s);
    m->launches = m->late = 0;
}

static struct window_config config(int k)
{
    return (struct window_config){
        .init_launches = 4, .launches = k, .eps = 0.25, .gamma = 1.1};
}

/* A window on a machine, with one size of turns. */
struct setting {
    struct window_config c;
    struct machine m;
    struct window w;
};

static struct setting begin(int k, struct machine m)
{
    struct setting s = {.c = config(k), .m = m};

    start(&s.w, &s.c, &s.m, 10e-6);
    return s;
}

static void run(struct setting *s, int turns)
{
    run_stages(&s->w, &s->c, &s->m, turns);
}

typedef void check_fn(struct setting *s);

/* With every size of turns. */
static void sizes_check(struct machine m, check_fn *check)
{
    static const int sizes[] = {1, 2, 8, 64};

    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct setting s = begin(sizes[i], m);

        check(&s);
    }
}

static const struct machine quick = {.time = 3e-6, .message = 2e-6};

/* The slot fits the launches, and none of those since is late. */
static void assert_settled(const struct setting *s)
{
    assert_near(s->w.slot, 3.3e-6, 1e-12);
    assert_int_equal(s->m.late, 0);
}

static void settle_at_once(struct setting *s)
{
    run(s, 200);
    assert_settled(s);
    assert_near(s->w.lead, 6e-6, 1e-12);
}

static void test_constant_time(void **state)
{
    (void)state;
    sizes_check(quick, settle_at_once);
}

static void come_down(struct setting *s)
{
    s->w.slot = 1e-3;
    run(s, 3);
    assert_settled(s);
}

/* The first call of all took far longer: the window has to come down. */
static void test_late_initialization(void **state)
{
    (void)state;
    sizes_check(quick, come_down);
}

static void come_up(struct setting *s)
{
    s->w.slot = 1e-7;
    run(s, 1);
    assert_true(s->w.slot >= 3.3e-6 - 1e-12);
    s->m.late = 0;
    run(s, 50);
    assert_settled(s);
}

/* The window was far too short: one turn is lost, or a few. */
static void test_short_window(void **state)
{
    (void)state;
    sizes_check(quick, come_up);
}

static void double_the_lead(struct setting *s)
{
    run(s, 7);
    assert_near(s->w.lead, 1.28e-3, 1e-12);
    s->m.late = 0;
    run(s, 50);
    assert_int_equal(s->m.late, 0);
    assert_true(s->w.slot < 10e-6 || s->c.launches == 1);
}

/* The message takes 100 times what was measured: 7 doublings. */
static void test_short_lead(void **state)
{
    (void)state;
    sizes_check((struct machine){.time = 3e-6, .message = 1e-3},
                double_the_lead);
}

/* Results are checked between launches: that takes part of the slot. */
static void test_time_between_launches(void **state)
{
    struct setting s = begin(
        8, (struct machine){.time = 3e-6, .gap = 100e-6, .message = 2e-6});

    (void)state;
    run(&s, 1);
    s.m.late = 0;
    run(&s, 400);
    assert_near(s.w.slot, 113.3e-6, 1e-12);
    assert_int_equal(s.m.late, 0);
}

/* One launch in 200 is 1000 times as slow. Most others have to count, and the
 * window has to be short again whenever it has been quiet for a while. */
static void test_heavy_tail(void **state)
{
    struct setting s =
        begin(8, (struct machine){.time = 3e-6,
                                  .message = 2e-6,
                                  .slow = 3e-3,
                                  .slow_every = 200,
                                  .rng = gsl_rng_alloc(gsl_rng_mt19937)});
    int is_short = 0;

    (void)state;
    for (int i = 0; i < 2000; i++) {
        run(&s, 1);
        is_short += s.w.slot < 10e-6;
        assert_true(s.w.slot < 10e-3);
    }
    gsl_rng_free(s.m.rng);
    assert_true(s.m.late < s.m.launches / 20);
    assert_true(is_short > 1500);
}

/* Somebody else has the core half the time, 4 ms at once. The shortest slot
 * would give 150,000 valid launches a second; growing with each loss gave 850.
 */
static void test_busy_machine(void **state)
{
    struct setting s =
        begin(8, (struct machine){.time = 3e-6,
                                  .message = 2e-6,
                                  .away = 4e-3,
                                  .here = 4e-3,
                                  .rng = gsl_rng_alloc(gsl_rng_mt19937)});

    (void)state;
    s.m.seconds = 0;
    while (s.m.seconds < 20) {
        run(&s, 1);
        assert_true(s.w.slot < 20e-3 && s.w.lead < 50e-3);
    }
    gsl_rng_free(s.m.rng);
    printf("# %.0f valid launches a second, %.1f %% late\n",
           (double)(s.m.launches - s.m.late) / s.m.seconds,
           100.0 * (double)s.m.late / (double)s.m.launches);
    assert_true((double)(s.m.launches - s.m.late) / s.m.seconds > 30000);
}

static void be_disturbed(struct setting *s)
{
    run(s, 10);
    s->m.time = 300e-6;
    s->m.message = 200e-6;
    run(s, 20);
    assert_true(s->w.slot >= 300e-6 && s->w.slot < 2e-3);
    assert_true(s->w.lead >= 200e-6 && s->w.lead < 2e-3);
    s->m = quick;
    run(s, WINDOW_HISTORY);
    assert_settled(s);
    assert_near(s->w.lead, 6e-6, 1e-12);
}

/* All launches are 100 times as slow for a while. */
static void test_disturbance_passes(void **state)
{
    (void)state;
    sizes_check(quick, be_disturbed);
}

UNIT_GROUP(window_machine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant_time),
        cmocka_unit_test(test_late_initialization),
        cmocka_unit_test(test_short_window),
        cmocka_unit_test(test_short_lead),
        cmocka_unit_test(test_time_between_launches),
        cmocka_unit_test(test_heavy_tail),
        cmocka_unit_test(test_busy_machine),
        cmocka_unit_test(test_disturbance_passes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
