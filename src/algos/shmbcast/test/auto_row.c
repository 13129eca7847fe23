/* auto_row.c: a root that learns, on a machine whose times are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "auto_row.h"

unsigned mask_of(const struct machine *m)
{
    unsigned mask = 0;

    for (int w = 0; w < SB_WAYS; w++)
        if (m->ns[w] != 0)
            mask |= SB_BIT(w);
    return mask;
}

enum sb_way fastest(const struct machine *m)
{
    int best = SB_WAY_NONE;

    for (int w = 0; w < SB_WAYS; w++)
        if (m->ns[w] != 0 && (best == SB_WAY_NONE || m->ns[w] < m->ns[best]))
            best = w;
    return (enum sb_way)best;
}

struct sim sim_of(const struct machine *m, uint64_t seed)
{
    struct sim s = {.m = *m,
                    .noise = {.deviation = 0.06, .seed = seed << 32},
                    .last = SB_WAY_NONE,
                    .looked = SB_WAY_NONE};

    sb_row_init(&s.row);
    return s;
}

/* Neighbours differ by more than noise does. */
struct sim sim_number(int i)
{
    static const struct machine machines[MACHINES] = {
        {{500, 400}},
        {{400, 500}},
        {{900, 800, 1200, 1600, 2600, 3000}},
        {{1800, 3000, 1000, 1300, 1500, 1250}},
        {{0, 0, 22000, 14000, 11000, 16000}},
        {{0, 0, 22000, 14000, 18000, 9000}},
        {{0, 0, 600, 6000, 60000, 600000}},
        {{0, 0, 900000, 1200000, 700000, 1600000, 500000, 300000}},
        {{3000, 3000, 3000, 3000, 3000, 3000, 2000, 3000}},
    };

    return sim_of(&machines[i % MACHINES], (uint64_t)i);
}

void sim_count_from_now(struct sim *s)
{
    s->calls = s->looks = s->others = s->turns = 0;
    s->time = s->excess = 0;
}

static void account(struct sim *s, enum sb_way way)
{
    enum sb_way best = fastest(&s->m);

    s->calls++;
    s->others += way != best;
    s->time += s->m.ns[best];
    s->excess += s->m.ns[way] - s->m.ns[best];
}

static uint32_t time_of(struct sim *s, enum sb_way way)
{
    bool longer = s->first > 0 && s->row.arms[way].n == 0;

    double times = longer ? s->first : 1;

    if (s->after_others > 0 && s->last != way)
        times *= s->after_others;
    if (s->cold > 0 && s->row.arms[way].needs > 1 &&
        (s->last != way || s->in_row < s->row.arms[way].needs))
        times *= s->cold;
    return sim_time(&s->noise, s->m.ns[way] * times);
}

/* As a root does it: it takes the time of the last look, if that is here, and
 * looks at nothing else before. */
enum sb_way sim_call(struct sim *s)
{
    enum sb_way best = s->row.best, way;

    if (s->looked != SB_WAY_NONE && s->wait-- == 0) {
        sb_row_add(&s->row, s->looked, s->ns, APART);
        s->looked = SB_WAY_NONE;
    }
    sb_row_ways(&s->row, mask_of(&s->m));
    way = sb_row_way(&s->row, 0);
    if (sb_row_due(&s->row) && s->looked != SB_WAY_NONE) {
        way = sb_row_defer(&s->row);
    } else if (sb_row_due(&s->row)) {
        s->looked = way;
        s->ns = time_of(s, way);
        s->wait = s->delay;
        s->looks++;
    }
    assert_true((mask_of(&s->m) & SB_BIT(way)) != 0);
    s->in_row = s->last == way ? s->in_row + 1 : 1;
    s->last = way;
    s->turns += s->row.best != best;
    account(s, way);
    return way;
}

void sim_calls(struct sim *s, int n)
{
    for (int i = 0; i < n; i++)
        (void)sim_call(s);
}

void assert_learned(struct sim *s)
{
    sim_calls(s, BOUND);
    sim_count_from_now(s);
    sim_calls(s, BOUND);
    assert_true(s->excess < 0.05 * s->time);
    assert_int_equal(s->row.best, fastest(&s->m));
}
