/* states.c: the states of the machine, by how long a line takes. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Between cores that share a cache a line takes a fraction of what it takes
 * between others; in a virtual machine ranks go from one to the other without
 * knowing. What counts is the median of the last samples, one at least of each
 * rank that is sampled, so that one that an interrupt lengthened does not, nor
 * which rank was sampled. Of too many, every second is, or third. A second
 * state is met when medians are another for many samples in a row; from then on
 * each belongs to the nearer one.
 */
#include "states.h"

/* Less than that apart is one state. */
static const double SPLIT = 1.6;

/* Windows in a row of another state that make it one. */
enum { ODD_WINDOWS = 3, WINDOW_LEAST = 3 };

/* A centre follows its samples, slowly. */
static const double FOLLOWING = 1. / 16;

int sb_states_step(int others)
{
    return 1 + (others - 1) / SB_STATES_WINDOW;
}

void sb_states_init(struct sb_states *s, int others)
{
    int sampled = others / sb_states_step(others);

    *s = (struct sb_states){
        .window = (unsigned)(sampled > WINDOW_LEAST ? sampled : WINDOW_LEAST)};
}

static double median(const struct sb_states *s)
{
    uint32_t sorted[SB_STATES_WINDOW];

    for (unsigned n = 0; n < s->n; n++) {
        unsigned i = n;

        for (; i > 0 && sorted[i - 1] > s->last[n]; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = s->last[n];
    }
    return sorted[s->n / 2];
}

static double apart(double a, double b)
{
    return a > b ? a / b : b / a;
}

static unsigned nearest(const struct sb_states *s, double x)
{
    unsigned at = 0;

    for (unsigned i = 1; i < SB_STATES && s->centre[i] > 0; i++)
        if (apart(x, s->centre[i]) < apart(x, s->centre[at]))
            at = i;
    return at;
}

/* A new state, or, if there are all already, the nearest was not one. */
static void met(struct sb_states *s, double x)
{
    unsigned i = nearest(s, x);

    for (unsigned free = 0; free < SB_STATES; free++)
        if (s->centre[free] == 0) {
            i = free;
            break;
        }
    s->centre[i] = x;
    s->now = i;
    s->odd = 0;
}

unsigned sb_states_add(struct sb_states *s, uint32_t ns)
{
    double x;
    unsigned near;

    s->last[s->at] = ns > 0 ? ns : 1;
    s->at = (s->at + 1) % s->window;
    if (s->n < s->window && ++s->n < s->window)
        return s->now;
    x = median(s);
    if (s->centre[0] == 0)
        met(s, x);
    near = nearest(s, x);
    if (apart(x, s->centre[near]) < SPLIT) {
        s->centre[near] += FOLLOWING * (x - s->centre[near]);
        s->odd = 0;
    } else if (++s->odd >= ODD_WINDOWS * s->window) {
        met(s, x);
        return s->now;
    }
    s->now = near;
    return s->now;
}

bool sb_states_alike(const struct sb_states *a, const struct sb_states *b)
{
    for (int i = 0; i < SB_STATES; i++)
        if (a->centre[i] > 0 && b->centre[i] > 0 &&
            apart(a->centre[i], b->centre[i]) >= SPLIT)
            return false;
    return true;
}
