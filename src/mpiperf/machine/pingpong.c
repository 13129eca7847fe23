/* pingpong.c: two processes and a page of shared memory: how long a cache line
 * takes from one to the other, and whether their clocks respect cause and
 * effect.
 *
 * Each side has a line that only it writes: a number, and a reading of the
 * clock under test taken before the number was written. Who sees the number
 * reads its own clock, which must not show less. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/pingpong.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include "timers/bracket.h"

enum {
    BATCHES = 200, /* of which the median is taken */
    BATCH_TRIPS = 10,
    WARMUP_TRIPS = 500,
    CAUSE_TRIPS = 500,     /* for each clock */
    SPINS = 1000,          /* without an answer: the other does not run */
    GIVE_UP_NS = 50000000, /* the partner's patience is ten times as long */
};

#define STOP UINT64_MAX

/* One side of a game. */
struct player {
    struct line *mine, *other;
    uint64_t number;  /* of the last trip */
    int64_t deadline; /* raw_now() at which it gives up */
};

static bool line_await(const struct player *p, uint64_t number)
{
    for (;;) {
        for (int i = 0; i < SPINS; i++) {
            /* Acquire: pairs with the release in line_write(); what was
             * stamped before it is then to be seen. */
            uint64_t seen =
                atomic_load_explicit(&p->other->number, memory_order_acquire);

            if (seen == number)
                return true;
            if (seen == STOP)
                return false;
        }
        if (raw_now() > p->deadline)
            return false;
        sched_yield();
    }
}

static void line_write(struct player *p, uint64_t number)
{
    /* Release: pairs with the acquire in line_await(). */
    atomic_store_explicit(&p->mine->number, number, memory_order_release);
}

static bool trip_serve(struct player *p)
{
    line_write(p, ++p->number);
    return line_await(p, p->number);
}

static bool trip_return(struct player *p)
{
    if (!line_await(p, ++p->number))
        return false;
    line_write(p, p->number);
    return true;
}

/* Relaxed: line_write()'s release and line_await()'s acquire of the number
 * order the stamp. */
static void line_stamp(struct player *p, const struct clock *c)
{
    atomic_store_explicit(&p->mine->stamp, clock_read(c), memory_order_relaxed);
}

/* Whether now is not before the other side's stamp; relaxed as above. */
static bool stamp_holds(const struct player *p, const struct clock *c)
{
    return clock_read(c) >=
           atomic_load_explicit(&p->other->stamp, memory_order_relaxed);
}

static int latency_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* NAN when the other does not answer. */
static double latency_serve(struct player *p)
{
    double oneway[BATCHES];

    for (int i = 0; i < WARMUP_TRIPS; i++)
        if (!trip_serve(p))
            return NAN;
    for (int b = 0; b < BATCHES; b++) {
        int64_t start = raw_now();

        for (int i = 0; i < BATCH_TRIPS; i++)
            if (!trip_serve(p))
                return NAN;
        oneway[b] = (double)(raw_now() - start) * 1e-9 / (2 * BATCH_TRIPS);
    }
    qsort(oneway, BATCHES, sizeof(oneway[0]), latency_compare);
    return oneway[BATCHES / 2];
}

static bool latency_return(struct player *p)
{
    for (int i = 0; i < WARMUP_TRIPS + BATCHES * BATCH_TRIPS; i++)
        if (!trip_return(p))
            return false;
    return true;
}

/* Did time run backwards from there to here? */
static enum causality cause_serve(struct player *p, const struct clock *c)
{
    enum causality found = CAUSALITY_HOLDS;

    for (int i = 0; i < CAUSE_TRIPS; i++) {
        line_stamp(p, c);
        if (!trip_serve(p))
            return CAUSALITY_UNTESTED;
        if (!stamp_holds(p, c))
            found = CAUSALITY_BROKEN;
    }
    return found;
}

static enum causality cause_return(struct player *p, const struct clock *c)
{
    enum causality found = CAUSALITY_HOLDS;

    for (int i = 0; i < CAUSE_TRIPS; i++) {
        if (!line_await(p, ++p->number))
            return CAUSALITY_UNTESTED;
        if (!stamp_holds(p, c))
            found = CAUSALITY_BROKEN;
        line_stamp(p, c);
        line_write(p, p->number);
    }
    return found;
}

static bool clock_shared(const struct clock *c)
{
    return c->timer != NULL && c->timer->scope == TIMER_NODE;
}

typedef enum causality cause_fn(struct player *p, const struct clock *c);

static void causes_test(struct player *p, const struct clock *clocks, int n,
                        cause_fn *test, int *agree)
{
    for (int i = 0; i < n; i++) {
        int found;

        if (!clock_shared(&clocks[i]))
            continue;
        found = test(p, &clocks[i]);
        if (found < agree[i])
            agree[i] = found;
    }
}

/* Relaxed: the partner looks only after it has been told. */
void pingpong_prepare(struct table *t)
{
    atomic_store_explicit(&t->ping.number, 0, memory_order_relaxed);
    atomic_store_explicit(&t->pong.number, 0, memory_order_relaxed);
}

double pingpong_serve(struct table *t, const struct clock *clocks, int n,
                      int *agree)
{
    struct player p = {
        .mine = &t->ping,
        .other = &t->pong,
        .deadline = raw_now() + GIVE_UP_NS,
    };
    double latency = latency_serve(&p);

    if (!isnan(latency))
        causes_test(&p, clocks, n, cause_serve, agree);
    line_write(&p, STOP);
    return latency;
}

void pingpong_return(struct table *t, const struct clock *clocks, int n,
                     int *agree)
{
    struct player p = {
        .mine = &t->pong,
        .other = &t->ping,
        .deadline = raw_now() + 10 * (int64_t)GIVE_UP_NS,
    };

    if (latency_return(&p))
        causes_test(&p, clocks, n, cause_return, agree);
}
