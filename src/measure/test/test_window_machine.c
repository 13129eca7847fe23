/* test_window_machine.c: the window on simulated machines: does it settle? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include "stats/test/series.h"
#include "measure/window.h"

/* A machine on which launches take `time` seconds, and the start message takes
 * `message`. One launch in `slow_every` takes
 * `slow` instead (0: none). The core is lost for `away` seconds at times that
 * lie `here` seconds apart on average (0: never). */
struct machine {
    double time, message, slow, away, here;
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

static struct turn_outcome turn_run(struct machine *m, int k, double b,
                                    double lead)
{
    struct turn_outcome s = {.launches = k, .need = pass(m, m->message, true)};
    double now = s.need - lead; /* 0 is when the first should start */
    long late = 0;

    for (int i = 0; i < k; i++) {
        double slot = i * b, began;
        bool slow = m->slow_every > 0 &&
                    gsl_rng_uniform_int(m->rng, m->slow_every) == 0;

        if (now < slot)
            now += pass(m, slot - now, false);
        if (now > slot + 1e-8) {
            s.first_late |= i == 0;
            late++;
        }
        began = now;
        s.span = now += pass(m, slow ? m->slow : m->time, true);
        s.took[i] = now - began;
    }
    m->launches += k;
    m->late += late;
    m->seconds += lead + now;
    return s;
}

/* A window on a machine, with one size of turns. */
struct setting {
    struct window_config c;
    struct machine m;
    struct window w;
};

/* After the warm-up. */
static struct setting begin(int k, struct machine m)
{
    struct setting s = {
        .c = {.init_launches = 4, .launches = k, .eps = 0.25, .gamma = 1.1},
        .m = m};
    struct turn_outcome turn;

    window_start(&s.w, 10e-6);
    turn = turn_run(&s.m, s.c.init_launches, 0, s.w.lead);
    window_after_init(&s.w, &s.c, &turn);
    s.m.launches = s.m.late = 0;
    return s;
}

static void run(struct setting *s, int turns)
{
    for (int i = 0; i < turns; i++) {
        struct turn_outcome turn =
            turn_run(&s->m, s->c.launches, s->w.slot, s->w.lead);

        window_after_turn(&s->w, &s->c, &turn);
    }
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

/* It settles at once; all launches are 100 times as slow for a while, and then
 * it settles again. With every size of turns. */
static void test_disturbance_passes(void **state)
{
    static const int sizes[] = {1, 2, 8, 64};
    static const struct machine quick = {.time = 3e-6, .message = 2e-6};

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct setting s = begin(sizes[i], quick);

        for (int again = 0; again < 2; again++) {
            run(&s, again ? WINDOW_HISTORY : 10);
            assert_near(s.w.slot, 3.3e-6, 1e-12);
            assert_near(s.w.lead, 6e-6, 1e-12);
            assert_int_equal(s.m.late, 0);
            if (again)
                break;
            s.m.time = 300e-6;
            s.m.message = 200e-6;
            run(&s, 20);
            assert_true(s.w.slot >= 300e-6 && s.w.slot < 2e-3);
            assert_true(s.w.lead >= 200e-6 && s.w.lead < 2e-3);
            s.m = quick;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heavy_tail),
        cmocka_unit_test(test_busy_machine),
        cmocka_unit_test(test_disturbance_passes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
