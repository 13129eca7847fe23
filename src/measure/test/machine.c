/* machine.c: a simulated machine that executes rank 0's orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/test/machine.h"

#include "lib/digest.h"

struct measuring sim_options(void)
{
    static const struct method *window = &method_window;
    struct measuring o;

    measuring_default(&o, &window);
    return o;
}

struct measuring sim_papers(void)
{
    struct measuring o = sim_options();

    o.paper = o.window.paper = true;
    o.stop_on_rse = false;
    o.max_launches = 100;
    o.max_time = INFINITY;
    return o;
}

/* Returns when `t` seconds of work that begin at time `at` are done. */
static double done(const struct sim *s, double at, double t)
{
    double period = s->here + s->away, since = fmod(at, period);

    if (!(s->here > 0))
        return at + t;
    if (since >= s->here) {
        at += period - since;
        since = 0;
    }
    for (; t > s->here - since; since = 0) {
        at += period - since;
        t -= s->here - since;
    }
    return at + t;
}

static bool each(long launch, int every)
{
    return every > 0 && launch % every == 0;
}

void sim_turn(struct sim *s, const struct turn_order *o, struct turn_times *r)
{
    double at = done(s, s->now, s->message);
    bool late = s->in_turns && (s->turns[o->row] + o->row) % 2 == 0;

    r->ready = at;
    for (int i = 0; i < o->launches; i++) {
        double due = o->first_start + i * o->slot, start, last, end;

        if (s->roundtime && !o->warmup && i > 0)
            due = at + o->lead;
        s->launches++;
        start = fmax(at, due) +
                (late || each(s->launches, s->late_every) ? 1e-3 : 0);
        start = done(s, start, 0);
        last = start + (s->lag != NULL && !o->warmup ? s->lag(s) : 0);
        end = done(s, last,
                   s->first + (each(s->launches, s->slow_every) ? s->slow
                               : s->draw != NULL                ? s->draw(s)
                                                 : s->t[o->row]));
        s->first = 0;
        r->launch[i] = (struct launch_times){
            .late = o->fallback ? 0 : last - due,
            .duration = end - start,
            .overrun = o->slot > 0 ? end - (due + o->slot) : 0,
            .first = start - o->first_start,
            .last = last - o->first_start,
            .end = end - o->first_start,
            .gap = s->gap,
        };
        at = done(s, end, s->gap);
    }
    r->end = s->now = at;
    if (s->between > 0) /* ranks first wait for the end of the last slot */
        s->now = fmax(at, o->first_start + o->launches * o->slot) + s->between;
    if (o->warmup) {
        s->warmups[o->row] += o->launches;
        return;
    }
    s->sequence[s->nsequence++ % 4096] = (size_t)o->row;
    s->turns[o->row]++;
}

void case_open(struct case_sim *s, const struct measuring *o, size_t n)
{
    *s = (struct case_sim){
        .o = *o,
        .h = {.t_bcast = 10e-6, .lead = 10e-6, .tolerance = 0.1e-6, .size = 1}};
    for (size_t i = 0; i < n; i++)
        s->variants[i] = (struct variant){.algo = &algo_native};
    s->choice = (struct choice){
        .op = op_find("null"), .variants = s->variants, .nvariants = n};
    s->c = (struct bench_case){
        .choice = &s->choice, .procs = 1, .called = o->called};
    case_state_open(&s->t, &s->h, &s->o, &s->c, 42);
    control_pass(&s->t, &(struct pass_limits){0});
}

void case_turns(struct case_sim *s, struct sim *m, bool warmup,
                struct turn_order *order)
{
    struct turn_times report = {0};

    while (control_next(&s->t, m->now, order) && (!warmup || order->warmup)) {
        assert_in_range(order->launches, 1, TURN_MAX);
        assert_true(order->first_start > m->now);
        sim_turn(m, order, &report);
        control_account(&s->t, order, &report, m->now);
    }
}

struct result *case_run(struct case_sim *s, struct sim *m,
                        const struct measuring *o, size_t n)
{
    struct turn_order order;

    case_open(s, o, n);
    case_turns(s, m, false, &order);
    return s->t.results;
}

double sim_quantized(double t, double step, uint64_t launch, double late,
                     double rate)
{
    double began = step * (late * scatter_share(launch) +
                           rate * clock_shift(launch + (UINT64_C(1) << 32)));

    return step * (floor((began + t) / step) - floor(began / step));
}
