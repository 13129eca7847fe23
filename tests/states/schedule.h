/* schedule.h: simulates the states of a changing machine over time. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state is a pure function of the time and of
 *   STATES_COUNT  number of states: 1 to 3 (2)
 *   STATES_DWELL  mean duration of a stay in a state, in seconds (0.3)
 *   STATES_SEED   seed of the random stays (1)
 * so that all processes of a node, which read the same CLOCK_MONOTONIC, agree
 * without communication. State 0 is the fastest.
 *
 * At the points of a Poisson process a new state is drawn, possibly the current
 * one: a Markov chain in continuous time with equally likely states and
 * exponentially distributed stays. Time is divided into cells, each with its
 * own random generator; this is possible since the process has no memory.
 */
#ifndef STATES_SCHEDULE_H
#define STATES_SCHEDULE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum {
    SCHEDULE_STATES = 3, /* most states */
    SCHEDULE_DRAWS = 16, /* mean number of draws in a cell */
};

struct schedule {
    int count;
    double gap; /* mean nanoseconds between two draws */
    uint64_t seed;
};

struct moment {
    int state;
    int64_t until; /* the state holds until then, and possibly longer */
};

/* A value for each state; the last one also applies to further states. */
struct levels {
    int n;
    double v[SCHEDULE_STATES];
};

static inline struct schedule schedule_of(int count, double dwell,
                                          uint64_t seed)
{
    /* One of `count` draws does not change the state. */
    return (struct schedule){
        .count = count,
        .gap = count > 1 ? dwell * 1e9 * (count - 1) / count : INFINITY,
        .seed = seed,
    };
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static inline uint64_t schedule_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Returns a random number in (0, 1). */
static inline double schedule_uniform(uint64_t *state)
{
    return ((double)(schedule_random(state) >> 12) + 0.5) * 0x1p-52;
}

static inline int64_t schedule_cell_length(const struct schedule *s)
{
    return llrint(SCHEDULE_DRAWS * s->gap);
}

/* Returns the last state drawn in this cell up to `now`; -1: none. */
static inline struct moment schedule_cell(const struct schedule *s,
                                          int64_t cell, int64_t now)
{
    int64_t begin = cell * schedule_cell_length(s);
    int64_t end = begin + schedule_cell_length(s);
    struct moment m = {.state = -1, .until = begin};
    uint64_t random = s->seed;
    double at = 0;

    random = schedule_random(&random) ^ (uint64_t)cell;
    for (;;) {
        at -= s->gap * log(schedule_uniform(&random));
        m.until = begin + (int64_t)ceil(at);
        if (m.until >= end)
            m.until = end;
        if (m.until == end || m.until > now)
            return m;
        /* less than `count`, since the random number is below 1 */
        m.state = (int)(schedule_uniform(&random) * s->count);
    }
}

/* Returns the state at a time in nanoseconds, >= 0. */
static inline struct moment schedule_at(const struct schedule *s, int64_t now)
{
    struct moment m = {.until = INT64_MAX};
    int64_t cell;

    if (s->count < 2)
        return m;
    cell = now / schedule_cell_length(s);
    m = schedule_cell(s, cell, now);
    while (m.state < 0)
        m.state = schedule_cell(s, --cell, INT64_MAX).state;
    return m;
}

/* Updates *m, initially all zero, to the current time and returns the state. */
static inline int schedule_now(const struct schedule *s, struct moment *m)
{
    struct timespec t;
    int64_t now;

    clock_gettime(CLOCK_MONOTONIC, &t);
    now = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    if (now >= m->until)
        *m = schedule_at(s, now);
    return m->state;
}

/* Parses A/B/C. Returns 0, or -1 if it is not a list of nonnegative numbers. */
static inline int levels_parse(struct levels *l, const char *text)
{
    char *end;

    for (l->n = 0; l->n < SCHEDULE_STATES; text = end + 1) {
        l->v[l->n] = strtod(text, &end);
        if (end == text || !(l->v[l->n] >= 0))
            return -1;
        l->n++;
        if (*end != '/')
            return *end == '\0' ? 0 : -1;
    }
    return -1;
}

static inline double levels_of(const struct levels *l, int state)
{
    return l->v[state < l->n ? state : l->n - 1];
}

static inline const char *schedule_setting(const char *name, const char *def)
{
    const char *value = getenv(name);

    return value != NULL ? value : def;
}

static inline struct schedule schedule_set(void)
{
    return schedule_of(atoi(schedule_setting("STATES_COUNT", "2")),
                       strtod(schedule_setting("STATES_DWELL", "0.3"), NULL),
                       strtoul(schedule_setting("STATES_SEED", "1"), NULL, 10));
}

#endif /* STATES_SCHEDULE_H */
