/* distrust.c: reasons, not visible in the intervals, to distrust a
 * comparison. */
/* SPDX-License-Identifier: BSD-3-Clause */

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "verdict/judged.h"

/* Occasional slow runs are reported if there are at least ODD_MIN on side B,
 * and more than ODD_TIMES as many as on side A. */
enum { ODD_MIN = 2, ODD_TIMES = 3 };
/* largest tolerated fraction of lost runs on a side */
static const double lost_most = 0.1;

/* Returns "NAME REST", malloced; frees both. */
static char *of_row(char *name, char *rest)
{
    char *text = xasprintf("%s %s", name, rest);

    free(name);
    free(rest);
    return text;
}

char *distrust_wrong_results(const struct table *t, bool first)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];

        if (row->wrong > 0 && (row->side == 1) == first)
            return of_row(gate_name(t, row, GATE_CASE),
                          xasprintf("has wrong results in %zu run%s of %s",
                                    row->wrong, row->wrong == 1 ? "" : "s",
                                    side_name(t, row->side)));
    }
    return NULL;
}

/* Reports a case that only one side has. */
static char *lacking(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        bool met = row->between_sides;

        for (size_t k = 0; k < t->n && !met; k++)
            met = t->v[k].between_sides && t->v[k].base == (long)i;
        if (!met && row->state == STATE_LOW) {
            char *name = gate_name(t, row, GATE_CASE);
            char *text =
                xasprintf("only %s has %s", side_name(t, row->side), name);

            free(name);
            return text;
        }
    }
    return NULL;
}

/* Reports occasional slow runs, which intervals treat as outliers. */
static char *now_and_then(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        size_t own = row->time.spread.high, base;

        if (!row->between_sides)
            continue;
        base = t->v[row->base].time.spread.high;
        if (own >= ODD_MIN && own > ODD_TIMES * base)
            return of_row(
                gate_name(t, row, GATE_CASE),
                xasprintf("is far slower in %zu of %zu runs of the second "
                          "side, in %zu of the first",
                          own, row->time.spread.n, base));
    }
    return NULL;
}

static char *lost(const struct table *t)
{
    for (long side = 1; side <= t->r->sides; side++) {
        size_t n = runs_lost(t->r, side), all = n + runs_count(t->r, side);

        if ((double)n > lost_most * (double)all)
            return xasprintf("%zu of %zu runs of %s failed", n, all,
                             side_name(t, side));
    }
    return NULL;
}

/* Reports a machine state that was seen on only one side. */
static char *one_sided(const struct table *t)
{
    for (size_t state = 0; t->states.n > 1 && state < t->states.n; state++) {
        bool own = false, base = false;

        for (size_t i = 0; i < t->n; i++) {
            const struct row *row = &t->v[i];

            if (row->state != (int)state || row->stateless ||
                !row->between_sides)
                continue;
            own |= row->time.spread.n >= VALUES_MIN;
            base |= t->v[row->base].time.spread.n >= VALUES_MIN;
        }
        if (own != base)
            return xasprintf("only one side was seen in state %s",
                             t->states.v[state].name);
    }
    return NULL;
}

char *distrust_reason(const struct table *t, bool *more)
{
    static const struct {
        char *(*find)(const struct table *);
        bool more; /* more runs may remove this reason */
    } reasons[] = {
        {lost, true},
        {lacking, false},
        {now_and_then, true},
        {one_sided, true},
    };
    char *cause = distrust_wrong_results(t, true);

    *more = false;
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
        if (cause == NULL && (cause = reasons[i].find(t)) != NULL)
            *more = reasons[i].more;
    return cause;
}
