/* states.c: states of the machine, from what its gauges showed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/states.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/cut.h"

/* By how much the states of a gauge differ at least, and their names. */
static const struct {
    double factor;
    const char *low, *high;
} gauges[GAUGES_WATCHED] = {
    [GAUGE_ONEWAY] = {1.5, "near", "far"},
    [GAUGE_SPIN] = {1.05, "fast", "slow"},
};

enum { RUNS_MIN = 4 };
static const double share_min = 0.1;

/* Calls the function for each pass of all runs. */
static void each_pass(const struct runs *r, void *to,
                      void (*take)(void *to, const struct pass *p, size_t run))
{
    for (size_t i = 0; i < r->ncases; i++)
        for (size_t k = 0; k < r->cases[i].room; k++) {
            const struct observation *o = r->cases[i].of[k];

            for (size_t n = 0; o != NULL && n < o->n; n++)
                take(to, &o->pass[n], k);
        }
}

/* ---- the cut ------------------------------------------------------------- */

struct readings {
    int gauge;
    double *v;
    size_t n, room;
};

static void take_readings(void *to, const struct pass *p, size_t run)
{
    struct readings *all = to;

    (void)run;
    if (all->n + 2 > all->room) {
        all->room = 2 * all->room + 64;
        all->v = xreallocarray(all->v, all->room, sizeof(*all->v));
    }
    all->v[all->n++] = p->gauge[all->gauge][0];
    all->v[all->n++] = p->gauge[all->gauge][1];
}

/* Seconds: the geometric mean; NAN: there is no reading. */
static double level_of(const struct readings *all)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++)
        if (!isnan(all->v[i])) {
            sum += all->v[i];
            n++;
        }
    return n > 0 ? exp(sum / (double)n) : NAN;
}

/* Also sets the level of all readings. */
static bool gauge_cut(struct cut *cut, double *level, const struct runs *r,
                      int gauge)
{
    struct readings all = {.gauge = gauge};
    bool holds;

    each_pass(r, &all, take_readings);
    holds = cut_find(cut, all.v, all.n, gauges[gauge].factor);
    *level = level_of(&all);
    free(all.v);
    return holds;
}

static int side_of(const struct state_cut *cut, const struct pass *p)
{
    const double *level = p->gauge[cut->gauge];

    if (isnan(level[0]) || isnan(level[1]) ||
        (level[0] > cut->at) != (level[1] > cut->at))
        return STATE_MIXED;
    return level[0] > cut->at ? STATE_HIGH : STATE_LOW;
}

/* ---- how much of each ---------------------------------------------------- */

struct census {
    const struct state_cut *cut;
    size_t passes[STATES], all;
    bool *in[STATES]; /* has the run any? */
};

static void take_census(void *to, const struct pass *p, size_t run)
{
    struct census *c = to;
    int state = side_of(c->cut, p);

    c->all++;
    if (state == STATE_MIXED)
        return;
    c->passes[state]++;
    c->in[state][run] = true;
}

/* Counts the passes; does each state have what a state needs? */
static bool census(struct states *s, const struct runs *r)
{
    struct census c = {.cut = &s->cut};
    double known;
    bool holds = true;

    for (int k = 0; k < STATES; k++)
        c.in[k] = xcalloc(r->n + 1, sizeof(*c.in[k]));
    each_pass(r, &c, take_census);
    known = (double)(c.passes[STATE_LOW] + c.passes[STATE_HIGH]);
    for (int k = 0; k < STATES; k++) {
        size_t runs = 0;

        for (size_t i = 0; i < r->n; i++)
            runs += c.in[k][i];
        free(c.in[k]);
        s->v[k].share = (double)c.passes[k] / known;
        holds &= runs >= RUNS_MIN &&
                 (double)c.passes[k] >= share_min * (double)c.all;
    }
    s->mixed = 1 - known / (double)c.all;
    return holds;
}

static void name_states(struct states *s)
{
    s->gauge = s->cut.gauge;
    s->v[STATE_LOW].name = gauges[s->gauge].low;
    s->v[STATE_LOW].level = exp(s->cut.low);
    s->v[STATE_HIGH].name = gauges[s->gauge].high;
    s->v[STATE_HIGH].level = exp(s->cut.high);
}

/* What the gauge shows: two states, two of which there is too little for
 * figures of each, or one. */
static void gauge_states(struct states *s, const struct runs *r, int gauge)
{
    struct cut cut;
    double level;

    if (gauge_cut(&cut, &level, r, gauge)) {
        s->cut = (struct state_cut){gauge, cut.at, cut.low, cut.high};
        if (census(s, r)) {
            s->n = STATES;
        } else {
            s->v[STATE_LOW].share = 1 - cut.share;
            s->v[STATE_HIGH].share = cut.share;
        }
        name_states(s);
    } else if (!isnan(level)) {
        s->gauge = gauge;
        s->v[STATE_LOW] = (struct state){.level = level, .share = 1};
    }
}

void states_find(struct states *s, const struct runs *r)
{
    *s = (struct states){.n = 1, .gauge = -1, .cut = r->cut};
    if (s->cut.gauge >= 0) { /* of the table before */
        s->n = STATES;
        census(s, r);
        name_states(s);
        return;
    }
    for (int g = 0; g < GAUGES_WATCHED && s->n == 1; g++) {
        struct states of = {.n = 1, .gauge = -1};

        gauge_states(&of, r, g);
        if (of.n == STATES || s->gauge < 0 ||
            (s->v[STATE_LOW].name == NULL && of.v[STATE_LOW].name != NULL))
            *s = of;
    }
    if (s->n == 1)
        s->cut.gauge = -1;
}

int states_of(const struct states *s, const struct pass *p)
{
    return s->n == 1 ? STATE_LOW : side_of(&s->cut, p);
}
