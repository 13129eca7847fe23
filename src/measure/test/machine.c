/* machine.c: a simulated machine that does as rank 0 orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/test/machine.h"

struct measuring sim_options(void)
{
    return (struct measuring){
        .window = {.init_launches = 4, .launches = 8, .eps = .25, .gamma = 1.1},
        .max_rse = 0.01,
        .min_valid = 30,
        .max_launches = 5000,
        .max_time = 5,
        .trim = .25,
        .confidence = .95,
        .stop_on_rse = true,
    };
}

void sim_turn(struct sim *s, const struct turn_order *o, struct turn_times *r)
{
    double at = s->now + s->message;

    r->ready = at;
    for (int i = 0; i < o->launches; i++) {
        double start = o->first_start + i * o->slot, end;
        bool stumble = s->late_every > 0 && ++s->launches % s->late_every == 0;

        if (start < at)
            start = at;
        start += stumble ? 1e-3 : 0;
        end = start + s->t[o->row] + s->first;
        s->first = 0;
        r->launch[i].late =
            o->fallback ? 0 : start - (o->first_start + i * o->slot);
        r->launch[i].duration = end - start;
        r->launch[i].overrun =
            o->slot > 0 ? end - (o->first_start + (i + 1) * o->slot) : 0;
        r->launch[i].first = r->launch[i].last = start - o->first_start;
        r->launch[i].end = end - o->first_start;
        r->launch[i].gap = s->gap;
        at = end + s->gap;
    }
    r->end = s->now = at;
    if (o->warmup) {
        s->warmups[o->row] += o->launches;
        return;
    }
    s->sequence[s->nsequence++ % 4096] = (size_t)o->row;
    s->turns[o->row]++;
}

void sim_run(struct sim *s, const struct measuring *o, struct result *results,
             size_t n)
{
    struct control c;
    struct turn_order order;
    struct turn_times report = {0};

    for (size_t i = 0; i < n; i++)
        if (results[i].method == NULL)
            results[i].method = &method_window;
    control_open(&c, o, results, n, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s->now, &order)) {
        assert_in_range(order.launches, 1, TURN_MAX);
        assert_true(order.first_start > s->now);
        sim_turn(s, &order, &report);
        control_account(&c, &order, &report, s->now);
    }
    control_close(&c);
}

void sim_results_clear(struct result *results, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        result_free(&results[i]);
    }
}
