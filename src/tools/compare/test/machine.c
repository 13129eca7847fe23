/* machine.c: records of a simulated machine whose states are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/test/machine.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "tools/compare/runs_add.h"

enum { VISITS = 20, VISIT_ROUNDS = 8 };

/* Seconds of a round, and from the end of a run to the first visit of the next.
 */
static const double round_time = 5e-3, pause_time = 0.4;

/* What a stay adds to all logarithms, and to each algorithm's or command
 * line's; what a run and each round add; how readings scatter. */
static const double of_stay = 0.05, of_each = 0.03, of_run = 0.02,
                    of_round = 0.02, of_reading = 0.05;

/* The states' latencies, and the algorithms' times in them. */
static const double level[] = {60e-9, 120e-9, 240e-9};
const double machine_us[][ALGOS] = {{20, 10}, {22, 20}, {24, 40}};

size_t machine_state(const struct cell *c, size_t state)
{
    return c->states == 2 && state == 1 ? 2 : state;
}

static void change(struct machine *m)
{
    double common = gsl_ran_gaussian(m->rng, of_stay);
    size_t n = m->cell->states;

    if (n > 1)
        m->state = (m->state + 1 + gsl_rng_uniform_int(m->rng, n - 1)) % n;
    m->until += n > 1 ? gsl_ran_exponential(m->rng, m->cell->dwell) : INFINITY;
    m->seen = false;
    for (size_t i = 0; i < ALGOS && n > 1; i++)
        m->stay[i] = common + gsl_ran_gaussian(m->rng, of_each);
    for (size_t i = 1; i < 3 && n > 1 && m->sides; i++)
        m->side[i] = gsl_ran_gaussian(m->rng, of_each);
}

void machine_init(struct machine *m, const struct cell *c, bool sides,
                  gsl_rng *rng)
{
    *m = (struct machine){.cell = c, .rng = rng, .sides = sides};
    change(m);
}

static void pass(struct machine *m, double seconds)
{
    m->now += seconds;
    while (m->now > m->until)
        change(m);
}

/* Stretches of both algorithms, as records have them. */
struct stays {
    json_t *at, *rounds, *oneway, *time[ALGOS];
    size_t n;          /* rounds of the one that goes on */
    double sum[ALGOS]; /* of logarithms */
};

static void stretch_end(struct stays *s, const struct machine *m, size_t state)
{
    double latency = level[machine_state(m->cell, state)] *
                     exp(gsl_ran_gaussian(m->rng, of_reading));

    if (s->n == 0)
        return;
    if (gsl_rng_uniform(m->rng) < m->cell->odd)
        latency *= exp(gsl_ran_flat(m->rng, log(1.2), log(6)));
    json_array_append_new(s->at, json_real(m->now));
    json_array_append_new(s->rounds, json_integer((json_int_t)s->n));
    json_array_append_new(s->oneway, json_real(latency));
    for (size_t i = 0; i < ALGOS; i++) {
        json_array_append_new(s->time[i],
                              json_real(exp(s->sum[i] / (double)s->n)));
        s->sum[i] = 0;
    }
    s->n = 0;
}

/* A round in which the state changes is of no stretch. */
static void visit(struct machine *m, struct stays *s, double more, long side)
{
    for (size_t k = 0; k < VISIT_ROUNDS; k++) {
        double end = m->now + round_time;
        size_t state = m->state;

        if (end > m->until) {
            stretch_end(s, m, state);
            pass(m, round_time);
            continue;
        }
        m->stays[state] += !m->seen;
        m->seen = true;
        for (size_t i = 0; i < ALGOS; i++)
            s->sum[i] +=
                log(1e-6 * machine_us[machine_state(m->cell, state)][i]) +
                m->stay[i] + m->run[i] + m->side[side] + more +
                gsl_ran_gaussian(m->rng, of_round);
        s->n++;
        pass(m, round_time);
    }
    stretch_end(s, m, m->state);
}

/* ---- its records --------------------------------------------------------- */

static void add(struct runs *runs, json_t *record)
{
    char *cause = runs_add_record(runs, record);

    assert_null(cause);
    json_decref(record);
}

static void add_case(struct runs *runs, size_t algo, const struct stays *s)
{
    static const char *const names[] = {"native", "mine"};
    double x = 0, n = 0;
    json_t *rounds;
    size_t i;

    json_array_foreach(s->rounds, i, rounds)
    {
        double w = json_number_value(rounds);

        x += w * log(json_number_value(json_array_get(s->time[algo], i)));
        n += w;
    }
    add(runs,
        json_pack(
            "{s:s, s:s, s:s, s:i, s:i, s:f, s:{s:O, s:O, s:O, s:O}, "
            "s:o}",
            "type", "case", "op", "bcast", "algo", names[algo], "procs", 2,
            "bytes", 8, "estimate", exp(x / n), "stays", "at", s->at, "rounds",
            s->rounds, "estimate", s->time[algo], "oneway", s->oneway, "vs",
            algo > 0 ? json_pack("{s:s}", "algo", names[0]) : json_null()));
}

void machine_run(struct runs *runs, struct machine *m,
                 const struct side_run *side)
{
    struct stays s = {.at = json_array(),
                      .rounds = json_array(),
                      .oneway = json_array(),
                      .time = {json_array(), json_array()}};

    pass(m, pause_time);
    for (size_t i = 0; i < ALGOS; i++)
        m->run[i] = gsl_ran_gaussian(m->rng, of_run);
    for (size_t i = 0; i < VISITS; i++)
        visit(m, &s, side != NULL ? log(side->slower) : 0,
              side != NULL ? side->command : 0);
    add(runs,
        json_pack("{s:s, s:{s:{s:f, s:s, s:s}}, s:o*}", "type", "run", "watch",
                  "oneway", "factor", 1.5, "low", "near", "high", "far",
                  "repeat",
                  side == NULL ? NULL
                               : json_pack("{s:I, s:I}", "launch",
                                           (json_int_t)side->block, "command",
                                           (json_int_t)side->command)));
    for (size_t i = 0; i < ALGOS; i++) {
        add_case(runs, i, &s);
        json_decref(s.time[i]);
    }
    if (side != NULL)
        add(runs, json_pack("{s:s, s:s}", "type", "end", "status", "complete"));
    json_decref(s.at);
    json_decref(s.rounds);
    json_decref(s.oneway);
}
