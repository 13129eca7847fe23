/* line.c: a cache line that two processes hand to and fro. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/line.h"

#include <math.h>
#include <sched.h>
#include "timers/bracket.h"

/* Without an answer: microseconds, longer than any line takes there and back.
 * The other process does not run. */
enum { SPINS = 20000 };

struct line_side line_meet(struct lines *l, bool first, uint32_t meeting,
                           int64_t deadline)
{
    return (struct line_side){
        .mine = first ? &l->first : &l->second,
        .other = first ? &l->second : &l->first,
        .number = (uint64_t)meeting << 32,
        .last = (uint64_t)meeting << 32 | UINT32_MAX,
        .deadline = deadline,
    };
}

void line_leave(struct line_side *s)
{
    line_write(s, s->last);
}

bool line_await(const struct line_side *s, uint64_t number)
{
    for (;;) {
        for (int i = 0; i < SPINS; i++) {
            /* Acquire: pairs with the release in line_write(); what the other
             * side wrote before it is then visible. */
            uint64_t seen =
                atomic_load_explicit(&s->other->number, memory_order_acquire);

            if (seen >= number)
                return seen == number;
        }
        if (raw_now() > s->deadline)
            return false;
        sched_yield();
    }
}

void line_write(struct line_side *s, uint64_t number)
{
    /* Release: pairs with the acquire in line_await(). */
    atomic_store_explicit(&s->mine->number, number, memory_order_release);
}

bool trip_send(struct line_side *s)
{
    line_write(s, ++s->number);
    return line_await(s, s->number);
}

bool trip_return(struct line_side *s)
{
    if (!line_await(s, ++s->number))
        return false;
    line_write(s, s->number);
    return true;
}

double trips_time(struct line_side *s, int trips)
{
    int64_t start = raw_now();

    for (int i = 0; i < trips; i++)
        if (!trip_send(s))
            return NAN;
    return (double)(raw_now() - start) * 1e-9 / (2 * trips);
}

bool trips_return(struct line_side *s, int trips)
{
    for (int i = 0; i < trips; i++)
        if (!trip_return(s))
            return false;
    return true;
}
