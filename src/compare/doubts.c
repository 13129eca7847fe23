/* doubts.c: what no interval tells of two sides. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/doubts.h"

#include "compare/gate.h"
#include "compare/view.h"
#include "lib/xmalloc.h"

/* A slow run now and then: so many on B's side, and so many times A's. */
enum { ODD_MIN = 2, ODD_TIMES = 3 };
/* The greatest share of a side's runs that may be lost. */
static const double lost_most = 0.1;

char *doubt_wrong(const struct table *t, bool first)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        char *name, *side, *text;

        if (row->wrong == 0 || (row->side == 1) != first)
            continue;
        name = gate_name(t, row, GATE_CASE);
        side = side_name(t, row->side);
        text = xasprintf("%s has wrong results in %zu run%s of %s", name,
                         row->wrong, row->wrong == 1 ? "" : "s", side);
        free(name);
        free(side);
        return text;
    }
    return NULL;
}

/* A case that a side has and another lacks: its name, malloced, or NULL. */
static char *lacking(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        bool met = row->between_sides;

        for (size_t k = 0; k < t->n && !met; k++)
            met = t->v[k].between_sides && t->v[k].base == (long)i;
        if (!met && row->state == STATE_LOW) {
            char *name = gate_name(t, row, GATE_CASE);
            char *side = side_name(t, row->side);
            char *text =
                xasprintf("%s has %s, the other side has not", side, name);

            free(name);
            free(side);
            return text;
        }
    }
    return NULL;
}

/* Slow runs now and then, which step 1 of the interval would hide. */
static char *now_and_then(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        size_t own = row->time.spread.high, base;
        char *name, *text;

        if (!row->between_sides)
            continue;
        base = t->v[row->base].time.spread.high;
        if (own < ODD_MIN || own <= ODD_TIMES * base)
            continue;
        name = gate_name(t, row, GATE_CASE);
        text = xasprintf("%s is far slower in %zu of %zu runs of the second "
                         "side, in %zu of the first",
                         name, own, row->time.spread.n, base);
        free(name);
        return text;
    }
    return NULL;
}

static char *lost(const struct table *t)
{
    for (long side = 1; side <= t->r->sides; side++) {
        size_t n = runs_lost(t->r, side), all = n + runs_count(t->r, side);

        if ((double)n > lost_most * (double)all) {
            char *name = side_name(t, side);
            char *text =
                xasprintf("%zu of %zu runs of %s failed", n, all, name);

            free(name);
            return text;
        }
    }
    return NULL;
}

/* A state in which one side was seen, and the other was not. */
static char *one_sided(const struct table *t)
{
    for (size_t state = 0; t->states.n > 1 && state < t->states.n; state++) {
        bool own = false, base = false;

        for (size_t i = 0; i < t->n; i++) {
            const struct row *row = &t->v[i];

            if (row->state != (int)state || !row->between_sides)
                continue;
            own |= row->time.spread.n >= VALUES_MIN;
            base |= t->v[row->base].time.spread.n >= VALUES_MIN;
        }
        if (own != base)
            return xasprintf("only one side was seen %s",
                             t->states.v[state].name);
    }
    return NULL;
}

char *doubt(const struct table *t)
{
    char *(*const doubts[])(const struct table *) = {lost, lacking,
                                                     now_and_then, one_sided};
    char *cause = doubt_wrong(t, true);

    for (size_t i = 0; i < sizeof(doubts) / sizeof(doubts[0]); i++)
        if (cause == NULL)
            cause = doubts[i](t);
    return cause;
}
