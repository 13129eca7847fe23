/* gate_row.c: what a gate says of a row, and whether it can tell. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/gate.h"

static double share(const struct side_figures *f)
{
    return f->runs > 0 ? (double)f->n / (double)f->runs : 0;
}

/* NULL, or why B cannot pass whatever else is known; malloced. */
static char *failure_of(const struct comparison *c, double limit)
{
    const struct judgement *j = &c->judgement;

    if (c->side[1].wrong > 0)
        return xstrdup("B has wrong results");
    if (j->verdict == JUDGED_SLOWER && j->ratio > 1 + limit)
        return xasprintf("slower by %.1f %%, more than %g %%",
                         100 * (j->ratio - 1), 100 * limit);
    return NULL;
}

/* NULL, or why nobody can tell; malloced. */
static char *doubt_of(const struct comparison *c, double limit)
{
    const struct side_figures *a = &c->side[0], *b = &c->side[1];

    if (a->wrong > 0)
        return xstrdup("cannot tell: A has wrong results");
    if (a->n == 0 || b->n == 0)
        return xasprintf("%s no figures", b->n > 0   ? "A has"
                                          : a->n > 0 ? "B has"
                                                     : "neither has");
    if (share(b) < share(a))
        return xasprintf("cannot tell: figures in %zu of %zu runs of B, %zu of "
                         "%zu of A",
                         b->n, b->runs, a->n, a->runs);
    if (c->doubt != NULL)
        return xasprintf("cannot tell: %s", c->doubt);
    if (c->judgement.most < 1 + limit)
        return NULL;
    if (isnan(c->judgement.most))
        return xstrdup("cannot tell: too few runs");
    return xasprintf("cannot tell: may be slower by up to %.1f %%",
                     100 * (c->judgement.most - 1));
}

struct gate_row gate_row(const struct comparison *c, double limit)
{
    struct gate_row row = {GATE_FAIL, failure_of(c, limit)};

    if (row.cause == NULL) {
        row.cause = doubt_of(c, limit);
        row.says = row.cause == NULL ? GATE_PASS : GATE_OPEN;
    }
    return row;
}

struct gate_row gate_row_of(const struct compared *c,
                            const struct comparison *row,
                            const struct gate_options *o)
{
    struct gate_row says = gate_row(row, o->limit);

    for (size_t k = 0; k < c->n && says.says != GATE_FAIL; k++) {
        struct gate_rows own = gate_rows_of(&c->v[k].c, o->of);
        const struct comparison *like = comparison_like(own.v, own.n, row);
        char *cause = like != NULL ? failure_of(like, o->limit) : NULL;

        if (cause == NULL)
            continue;
        free(says.cause);
        says.says = GATE_FAIL;
        says.cause = xasprintf("%s, in state %s", cause, compared_name(c, k));
        free(cause);
    }
    return says;
}

/* ---- rows ---------------------------------------------------------------- */

struct gate_rows gate_rows_of(const struct comparisons *c, int of)
{
    if (of == GATE_GEOMEAN)
        return (struct gate_rows){c->mean, c->nmeans, "operation"};
    return (struct gate_rows){c->v, c->n, "case"};
}

/* ---- can it tell? -------------------------------------------------------- */

bool gate_can_tell(const struct comparisons *c, int of, size_t *runs)
{
    struct gate_rows rows = gate_rows_of(c, of);
    bool can = true, unknown = false;

    *runs = 0;
    for (size_t i = 0; i < rows.n; i++) {
        const struct comparison *row = &rows.v[i];

        if (row->compared == 0)
            continue; /* no runs will tell */
        unknown |= row->planned == 0;
        can &= row->planned > 0 && row->planned <= row->compared;
        *runs = row->planned > *runs ? row->planned : *runs;
    }
    if (unknown)
        *runs = 0;
    return can && *runs > 0;
}

/* Does the state, or do all, have enough runs? *runs as they ran, 0: unknown;
 * the most of those before. */
static bool can_tell_one(const struct comparisons *c, double runs_each, int of,
                         size_t *runs, bool *unknown)
{
    size_t own;
    bool can = gate_can_tell(c, of, &own);

    own = (size_t)ceil((double)own * runs_each);
    *unknown |= own == 0;
    *runs = own > *runs ? own : *runs;
    return can;
}

bool gate_can_tell_states(const struct compared *c, int of, size_t *runs)
{
    bool can = true, unknown = false;

    if (c->n == 0)
        return gate_can_tell(&c->all, of, runs);
    *runs = 0;
    if (compared_levelled(c))
        can = can_tell_one(&c->levelled, c->levelled_each, of, runs, &unknown);
    for (size_t k = 0; k < c->n && !compared_levelled(c); k++)
        can &= can_tell_one(&c->v[k].c, c->v[k].runs_each, of, runs, &unknown);
    for (size_t side = 0; side < 2; side++)
        can &= compared_unseen(c, side) <= STATE_SHARE_MIN;
    if (unknown)
        *runs = 0;
    return can && *runs > 0;
}
