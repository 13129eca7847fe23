/* schedule.h: the states that a changing machine goes through. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state depends only on the time and on these environment variables:
 *   STATES_COUNT  number of states: 1 to 3; default 2
 *   STATES_DWELL  how long each state lasts, in seconds; default 0.3
 * So all processes of a node, which read the same CLOCK_MONOTONIC, agree
 * without communication. State 0 is the fastest.
 */
#ifndef STATES_SCHEDULE_H
#define STATES_SCHEDULE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { SCHEDULE_STATES = 3 }; /* maximum number */

struct schedule {
    int count;
    int64_t stay; /* duration of a state, ns */
};

/* A value for each state; the last one is for further states, too. */
struct levels {
    int n;
    double v[SCHEDULE_STATES];
};

static inline int schedule_now(const struct schedule *s)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int)(((int64_t)t.tv_sec * 1000000000 + t.tv_nsec) / s->stay %
                 s->count);
}

/* Parses A/B/C. Returns 0, or -1 if it is not a list of numbers >= 0. */
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
    double stay = strtod(schedule_setting("STATES_DWELL", "0.3"), NULL);

    return (struct schedule){atoi(schedule_setting("STATES_COUNT", "2")),
                             llrint(1e9 * stay)};
}

#endif /* STATES_SCHEDULE_H */
