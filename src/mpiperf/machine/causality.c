/* causality.c: do the clocks of neighbouring ranks respect cause and effect?
 *
 * Each side stamps its line with a reading of the clock under test before it
 * hands the line over. The side that gets it reads its own clock, which must
 * not show less. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/causality.h"

#include <math.h>
#include "timers/bracket.h"

enum {
    TRIPS = 500,             /* for each clock */
    PATIENCE_NS = 200000000, /* for all clocks together */
};

struct test {
    const struct clock *clock;
    enum causality found;
};

/* Relaxed: line_write()'s release and line_await()'s acquire of the number
 * order the stamp. */
static void line_stamp(struct line_side *s, const struct clock *c)
{
    atomic_store_explicit(&s->mine->stamp, clock_read(c), memory_order_relaxed);
}

/* Is now before the other side's stamp? Relaxed as above. */
static void stamp_check(const struct line_side *s, struct test *t)
{
    if (clock_read(t->clock) <
        atomic_load_explicit(&s->other->stamp, memory_order_relaxed))
        t->found = CAUSALITY_BROKEN;
    else if (t->found == CAUSALITY_UNTESTED)
        t->found = CAUSALITY_HOLDS;
}

static double stamps_first(struct pair *p, struct line_side *s, void *test)
{
    struct test *t = test;

    (void)p;
    for (int i = 0; i < TRIPS; i++) {
        line_stamp(s, t->clock);
        if (!trip_send(s))
            return NAN;
        stamp_check(s, t);
    }
    return 0;
}

static double stamps_second(struct pair *p, struct line_side *s, void *test)
{
    struct test *t = test;

    (void)p;
    for (int i = 0; i < TRIPS; i++) {
        if (!line_await(s, ++s->number))
            return NAN;
        stamp_check(s, t);
        line_stamp(s, t->clock);
        line_write(s, s->number);
    }
    return 0;
}

void causality_test(struct neighbours *neighbours, const struct clock *clocks,
                    int n, int *agree)
{
    neighbours->deadline = raw_now() + PATIENCE_NS;
    for (int i = 0; i < n; i++) {
        struct test t = {&clocks[i], CAUSALITY_UNTESTED};

        if (clocks[i].timer == NULL || clocks[i].timer->scope != TIMER_NODE)
            continue;
        neighbours_meet(neighbours, stamps_first, stamps_second, &t);
        if ((int)t.found < agree[i])
            agree[i] = t.found;
    }
}
