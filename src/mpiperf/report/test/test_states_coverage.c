/* test_states_coverage.c: are states of a simulated machine found, and do the
 * intervals of each hold its truth? [FACTOR] more runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/passes.h"
#include "mpiperf/measure/test/machine.h"
#include "mpiperf/measure/track.h"
#include "mpiperf/report/run_states.h"

enum { RIVALS = 2, RUNS = 8, VISITS = 40, STAYS_SURE = 6 };

/* A machine that changes: gauges and times of the rivals in each state, and how
 * readings scatter. */
struct setting {
    const char *name;
    int states;
    struct {
        double oneway, spin, t[RIVALS];
    } state[STATES_MAX];
    double noise[2]; /* of a reading, of each gauge: sd of its logarithm */
    double odd;      /* of the readings are 1.2 to 3 times longer */
};

static const struct setting settings[] = {
    {"near, far",
     2,
     {{60e-9, 1e-6, {20e-6, 44e-6}}, {245e-9, 1e-6, {65e-6, 46e-6}}},
     {0.03, 0.003},
     0.01},
    {"near, far; short",
     2,
     {{60e-9, 1e-6, {.12e-6, .24e-6}}, {245e-9, 1e-6, {.4e-6, .5e-6}}},
     {0.03, 0.003},
     0.01},
    {"fast, slow",
     2,
     {{60e-9, 1e-6, {20e-6, 44e-6}}, {60e-9, 1.1e-6, {22e-6, 46e-6}}},
     {0.03, 0.003},
     0.01},
    {"near, middle, far",
     3,
     {{40e-9, 1e-6, {20e-6, 44e-6}},
      {110e-9, 1e-6, {35e-6, 45e-6}},
      {260e-9, 1e-6, {65e-6, 46e-6}}},
     {0.03, 0.003},
     0.01},
    {"one", 1, {{60e-9, 1e-6, {20e-6, 44e-6}}}, {0.03, 0.003}, 0.01},
    {"one; short", 1, {{60e-9, 1e-6, {.12e-6, .24e-6}}}, {0.03, 0.003}, 0.01},
    {"one; odd readings",
     1,
     {{60e-9, 1e-6, {20e-6, 44e-6}}},
     {0.1, 0.01},
     0.05},
};

/* Times of a stay are off by so much, those of all rivals and each by itself.
 */
static const double effect_common = 0.05, effect_own = 0.03;

struct world {
    const struct setting *s;
    double dwell, now, until;
    int state;
    double effect[RIVALS];
    gsl_rng *rng;
    /* What launches have seen. */
    int seen, stays; /* the last one's state; unbroken times in one */
    long launches[STATES_MAX];
};

/* A stay ends, and another one begins. */
static void world_turn(struct world *w)
{
    double common = gsl_ran_gaussian(w->rng, effect_common);

    if (w->s->states > 1)
        w->state =
            (w->state + 1 +
             (int)gsl_rng_uniform_int(w->rng, (unsigned)w->s->states - 1)) %
            w->s->states;
    for (int i = 0; i < RIVALS; i++)
        w->effect[i] = common + gsl_ran_gaussian(w->rng, effect_own);
    w->until += gsl_ran_exponential(w->rng, w->dwell);
}

static void world_reach(struct world *w, double t)
{
    while (w->until <= t)
        world_turn(w);
}

static double launch_time(struct world *w, int row, double start)
{
    world_reach(w, start);
    if (w->seen != w->state)
        w->stays++;
    w->seen = w->state;
    w->launches[w->state]++;
    return w->s->state[w->state].t[row] *
           exp(w->effect[row] + gsl_ran_gaussian(w->rng, 0.05));
}

static double reading(struct world *w, double level, double noise)
{
    bool odd = gsl_rng_uniform(w->rng) < w->s->odd;

    return level * exp(gsl_ran_gaussian(w->rng, noise)) *
           (odd ? gsl_ran_flat(w->rng, 1.2, 3) : 1);
}

static void glance(struct world *w, struct glance *g)
{
    world_reach(w, w->now);
    g->level[0] = reading(w, w->s->state[w->state].oneway, w->s->noise[0]);
    g->level[1] = 0;
    g->level[2] = reading(w, w->s->state[w->state].spin, w->s->noise[1]);
    g->seconds = 28 * g->level[0] + 6e-6;
    w->now += g->seconds;
    g->ended = w->now;
}

static void stage(struct world *w, const struct stage_order *o,
                  struct stage_report *r)
{
    double at = w->now + 2e-6; /* the start message */

    r->ready = at;
    for (int i = 0; i < o->launches; i++) {
        double due = o->first_start + i * o->slot, start = fmax(due, at);
        double end = start + launch_time(w, o->row, start);

        r->launch[i] = (struct launch_times){
            .late = start - due,
            .duration = end - start,
            .overrun = o->slot > 0 ? end - (due + o->slot) : 0,
            .first = start - o->first_start,
            .last = start - o->first_start,
            .end = end - o->first_start};
        at = end;
    }
    r->end = at;
    w->now = fmax(at, o->first_start + o->launches * o->slot);
    if (o->glance)
        glance(w, &r->glance);
    w->now += 10e-6;
}

/* Visits to a case, as far from each other as a stay is long. */
static void run_measure(struct world *w, struct track *t,
                        const struct harness *h, const struct measuring *o,
                        const struct bench_case *c)
{
    const struct visit_limits l = passes_limits(o, passes_planned(o), RIVALS);
    static struct stage_report report;
    struct stage_order order;

    track_open(t, h, o, c, gsl_rng_get(w->rng));
    t->control.watch.begun = w->now;
    for (long pass = 0; pass < passes_planned(o); pass++) {
        control_visit(&t->control, &l);
        while (control_next(&t->control, w->now, &order)) {
            stage(w, &order, &report);
            control_account(&t->control, &order, &report, w->now);
        }
        track_visited(t, o);
        w->now += w->dwell;
    }
}

/* What runs came to. */
struct tally {
    int runs, sure, found; /* with STAYS_SURE stays; states found as they are */
    int intervals, time, ratio, time_by_rounds, ratio_by_rounds;
    double rounds, mixed, seconds, watch_seconds;
};

/* How many states a classification must find, and may find at most: those of
 * which there is little need not be found. */
static void states_seen(const struct world *w, size_t *least, size_t *most)
{
    long all = 0;

    *least = *most = 0;
    for (int i = 0; i < w->s->states; i++)
        all += w->launches[i];
    for (int i = 0; i < w->s->states; i++) {
        *least += w->launches[i] > all / 20;
        *most += w->launches[i] > 0;
    }
}

/* Of the stays in a state: logarithms of their estimates, over rounds. */
struct clusters {
    double x[STAYS_MOST], rounds[STAYS_MOST];
    size_t number[STAYS_MOST], n;
};

static void clusters_add(struct clusters *c, size_t stay, double x,
                         double rounds)
{
    size_t i = c->n - 1;

    if (c->n == 0 || c->number[i] != stay) {
        i = c->n++;
        c->number[i] = stay;
        c->x[i] = c->rounds[i] = 0;
    }
    c->rounds[i] += rounds;
    c->x[i] += (x - c->x[i]) * rounds / c->rounds[i];
}

static bool holds(const struct clusters *c, double truth)
{
    struct ratio r;
    double se;

    ratio_of_visits(&r, &se, c->x, c->n, 0.95, 0);
    return r.lo <= truth && truth <= r.hi;
}

/* The same with stays weighted by their rounds. */
static bool holds_by_rounds(const struct clusters *c, double truth)
{
    double mean = 0, all = 0, squares = 0, half;

    for (size_t i = 0; i < c->n; i++) {
        mean += c->x[i] * c->rounds[i];
        all += c->rounds[i];
    }
    mean /= all;
    for (size_t i = 0; i < c->n; i++)
        squares += pow(c->rounds[i] / all * (c->x[i] - mean), 2);
    half = sqrt(squares * (double)c->n / ((double)c->n - 1)) *
           gsl_cdf_tdist_Pinv(0.975, (double)c->n - 1);
    return fabs(log(truth) - mean) <= half;
}

static int true_state(const struct world *w, const struct state *s)
{
    int best = 0;
    double least = INFINITY;

    for (int i = 0; i < w->s->states; i++) {
        double d = 0.1 * fabs(s->level[0] - log(w->s->state[i].oneway)) +
                   fabs(s->level[1] - log(w->s->state[i].spin));

        if (d < least)
            best = i;
        least = fmin(d, least);
    }
    return best;
}

static void intervals_add(struct tally *t, const struct world *w,
                          const struct result *r, const struct states *s,
                          int state)
{
    const double *truth = w->s->state[true_state(w, &s->v[state])].t;
    struct clusters time = {.n = 0}, ratio = {.n = 0};

    for (size_t i = 0; i < r[0].stays.n; i++) {
        const struct stay *a = &r[0].stays.v[i], *b = &r[1].stays.v[i];

        if (s->of[i] != state)
            continue;
        clusters_add(&time, s->stay[i], log(a->estimate), (double)a->rounds);
        clusters_add(&ratio, s->stay[i], log(b->estimate / a->estimate),
                     (double)a->rounds);
    }
    if (time.n < STAYS_SURE)
        return;
    t->intervals++;
    t->time += holds(&time, truth[0]);
    t->ratio += holds(&ratio, truth[1] / truth[0]);
    t->time_by_rounds += holds_by_rounds(&time, truth[0]);
    t->ratio_by_rounds += holds_by_rounds(&ratio, truth[1] / truth[0]);
}

static void tally_add(struct tally *t, const struct world *w,
                      const struct result *r)
{
    struct covariate c[COVARIATES_MAX];
    struct run_stretches x = {0};
    struct states s;
    size_t least, most;

    run_stretches_add(&x, r, RIVALS);
    states_find(&s, x.v, x.n, c, watched_covariates(c));
    states_seen(w, &least, &most);
    t->runs++;
    if (w->stays >= STAYS_SURE || w->s->states == 1) {
        t->sure++;
        t->found += s.n >= least && s.n <= most;
        for (size_t i = 0; i < s.n && s.n > 1; i++)
            intervals_add(t, w, r, &s, (int)i);
    }
    for (int i = 0; i < RIVALS; i++) {
        t->rounds += (double)r[i].stages;
        t->mixed += (double)r[i].stays.mixed;
        t->seconds += r[i].seconds;
        t->watch_seconds += r[i].watch_seconds;
    }
    states_free(&s);
    run_stretches_free(&x);
}

static void tally_print(const struct tally *t, const struct setting *s,
                        double dwell)
{
    printf("# | %-17s | %4g s | %4d of %4d | %.3f |", s->name, dwell, t->sure,
           t->runs, (double)t->found / t->sure);
    if (t->intervals > 0)
        printf(" %5d | %.3f | %.3f | %.3f | %.3f |", t->intervals,
               (double)t->time / t->intervals, (double)t->ratio / t->intervals,
               (double)t->time_by_rounds / t->intervals,
               (double)t->ratio_by_rounds / t->intervals);
    else
        printf("       |       |       |       |       |");
    printf(" %4.1f %% | %.1f %% |\n", 100 * t->mixed / t->rounds,
           100 * t->watch_seconds / t->seconds);
}

/* Chance leaves the limits one time in a thousand. */
static void tally_check(const struct tally *t, const struct setting *s)
{
    double found = s->states > 1 ? 0.95 : 0.98, n = t->intervals;
    double chance = 3.3 * sqrt(found * (1 - found) / t->sure);

    if (t->found < (found - chance) * t->sure)
        fail_msg("%s: found in %d of %d", s->name, t->found, t->sure);
    chance = 3.3 * sqrt(0.05 * 0.95 / n);
    if (n > 0 &&
        (t->time < (0.92 - chance) * n || t->ratio < (0.92 - chance) * n))
        fail_msg("%s: intervals of %.0f: %d, %d", s->name, n, t->time,
                 t->ratio);
    assert_true(t->watch_seconds <= WATCH_SHARE * t->seconds);
}

static void runs_measure(struct tally *t, const struct setting *s, double dwell,
                         int runs, gsl_rng *rng)
{
    static const struct method *const window = &method_window;
    struct variant variants[RIVALS] = {{.algo = &algo_native},
                                       {.algo = &algo_native}};
    const struct choice choice = {
        .op = op_find("null"), .variants = variants, .nvariants = RIVALS};
    const struct bench_case c = {.choice = &choice, .procs = 2};
    struct neighbours neighbours = {0};
    const struct harness h = {.t_bcast = 10e-6,
                              .tolerance = 0.1e-6,
                              .size = 2,
                              .neighbours = &neighbours};
    struct measuring o = sim_options();

    o.methods = (const struct method **)&window;
    o.nmethods = 1;
    o.max_rse = 0;
    o.passes = VISITS;
    o.max_launches = 80 * VISITS; /* 10 rounds a visit */
    for (int i = 0; i < runs; i++) {
        struct world w = {.s = s, .dwell = dwell, .seen = -1, .rng = rng};
        struct track track;

        run_measure(&w, &track, &h, &o, &c);
        tally_add(t, &w, track.results);
        track_close(&track);
    }
}

static void test_states_are_found(void **state)
{
    static const double dwells[] = {0.05, 0.3, 3};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    const int runs = RUNS * *(int *)*state;

    puts("# | states | dwell | runs with 6 stays | found | intervals | time | "
         "ratio | time, by rounds | ratio, by rounds | mixed rounds | readings "
         "|");
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
        for (size_t k = 0; k < 3; k++) {
            struct tally t = {0};

            runs_measure(&t, &settings[i], dwells[k], runs, rng);
            tally_print(&t, &settings[i], dwells[k]);
            tally_check(&t, &settings[i]);
        }
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    int factor = argc > 1 ? atoi(argv[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_states_are_found, &factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
