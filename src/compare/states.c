/* states.c: finds the machine's states from the readings of gauges. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/states.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/cut.h"

enum { RUNS_MIN = 4 };
static const double share_min = 0.1;

/* All passes, each with the index of its run. */
struct passes {
    struct of_run {
        const struct pass *pass;
        size_t run;
    } * v;
    size_t n;
};

static void passes_collect(struct passes *all, const struct runs *r)
{
    *all = (struct passes){.v = NULL};
    for (size_t i = 0; i < r->ncases; i++)
        for (size_t k = 0; k < r->cases[i].room; k++) {
            const struct observation *o = r->cases[i].of[k];

            for (size_t n = 0; o != NULL && n < o->n; n++)
                XAPPEND(all->v, all->n, (struct of_run){&o->pass[n], k});
        }
}

static int side_of(const struct state_cut *cut, const struct pass *p)
{
    const double *level = p->gauge[cut->gauge];

    if (isnan(level[0]) || isnan(level[1]) ||
        (level[0] > cut->at) != (level[1] > cut->at))
        return STATE_MIXED;
    return level[0] > cut->at ? STATE_HIGH : STATE_LOW;
}

/* Counts the passes in each state. Returns true if each state has enough of the
 * passes that have readings. */
static bool census(struct states *s, const struct passes *all, size_t runs)
{
    bool *met = xcalloc(STATES * runs, sizeof(*met)), holds = true;
    size_t passes[STATES] = {0}, in[STATES] = {0}, read = 0;

    for (size_t i = 0; i < all->n; i++) {
        const struct pass *p = all->v[i].pass;
        int state = side_of(&s->cut, p);
        bool *here;

        read += !isnan(p->gauge[s->cut.gauge][0]);
        if (state == STATE_MIXED)
            continue;
        here = &met[(size_t)state * runs + all->v[i].run];
        in[state] += !*here;
        *here = true;
        passes[state]++;
    }
    free(met);
    for (int k = 0; k < STATES; k++) {
        s->v[k].share = (double)passes[k] /
                        (double)(passes[STATE_LOW] + passes[STATE_HIGH]);
        holds &=
            in[k] >= RUNS_MIN && (double)passes[k] >= share_min * (double)read;
    }
    return holds;
}

static void name_states(struct states *s)
{
    s->gauge = s->cut.gauge;
    s->v[STATE_LOW].name = gauge_kinds[s->gauge].low;
    s->v[STATE_LOW].level = exp(s->cut.low);
    s->v[STATE_HIGH].name = gauge_kinds[s->gauge].high;
    s->v[STATE_HIGH].level = exp(s->cut.high);
}

/* Finds the states that a gauge shows. If readings form two groups, these are
 * the states unless one is too rare; else the only level is their geometric
 * mean. */
static void gauge_states(struct states *s, const struct passes *all,
                         size_t runs, int gauge)
{
    double *x = xcalloc(2 * all->n + 1, sizeof(*x)), sum = 0;
    struct cut cut;
    size_t n = 0;

    for (size_t i = 0; i < 2 * all->n; i++) {
        x[i] = all->v[i / 2].pass->gauge[gauge][i % 2];
        sum += isnan(x[i]) ? 0 : x[i];
        n += !isnan(x[i]);
    }
    if (cut_find(&cut, x, 2 * all->n, gauge_kinds[gauge].factor)) {
        s->cut = (struct state_cut){gauge, cut.at, cut.low, cut.high};
        if (census(s, all, runs)) {
            s->n = STATES;
        } else {
            s->v[STATE_LOW].share = 1 - cut.share;
            s->v[STATE_HIGH].share = cut.share;
        }
        name_states(s);
    } else if (n > 0) {
        s->gauge = gauge;
        s->v[STATE_LOW] =
            (struct state){.level = exp(sum / (double)n), .share = 1};
    }
    free(x);
}

void states_find(struct states *s, const struct runs *r)
{
    bool kept = r->cut.gauge >= 0; /* the threshold is from a `table` record */
    struct passes all;

    passes_collect(&all, r);
    *s = (struct states){.n = kept ? STATES : 1, .gauge = -1, .cut = r->cut};
    if (kept) {
        census(s, &all, r->n);
        name_states(s);
    }
    for (int g = 0; g < GAUGES_WATCHED && s->n == 1; g++) {
        struct states of = {.n = 1, .gauge = -1};

        gauge_states(&of, &all, r->n, g);
        if (of.n == STATES || s->gauge < 0 ||
            (s->v[STATE_LOW].name == NULL && of.v[STATE_LOW].name != NULL))
            *s = of;
    }
    free(all.v);
    if (s->n == 1)
        s->cut.gauge = -1;
}

int states_of(const struct states *s, const struct pass *p)
{
    return s->n == 1 ? STATE_LOW : side_of(&s->cut, p);
}
