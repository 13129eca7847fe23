/* judged.c: what a gate judges: rows of a table, their figures, verdicts and
 * texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "verdict/rule.h"

/* Returns the name of a row, with or without its state's name. */
static char *name_of(const struct table *t, const struct row *row,
                     enum gate_of of, bool state)
{
    bool several = false;
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < t->n; i++)
        several |= t->v[i].side == row->side && t->v[i].c != row->c &&
                   t->v[i].c->rivals == row->c->rivals;
    if (t->r->sides > 2)
        fprintf(f, "%s: ", side_name(t, row->side));
    fputs(row_text(row, "op"), f);
    if (several)
        fprintf(f, ":%s", row_text(row, "algo"));
    if (of == GATE_CASE && !row_is_timed(row))
        fprintf(f, " %s", SIZE_TEXT(row_bytes(row)));
    if (row_state_name(t, row) != NULL)
        fprintf(f, ", %s", state ? row_state_name(t, row) : "both states");
    text_close(f);
    return text;
}

char *gate_name(const struct table *t, const struct row *row, enum gate_of of)
{
    return name_of(t, row, of, true);
}

/* Computes the ratio of several rows together. */
typedef void join_fn(struct spread_of_parts *s, const struct table *t,
                     const struct row *const *rows,
                     const struct row *const *bases, size_t n);

/* Computes one figure for n rows, from block `from` on. */
static void figure_of(const struct table *t, const struct row *const *rows,
                      size_t n, join_fn *join, size_t from, struct figure *vs)
{
    const struct row **base = xcalloc(n, sizeof(const struct row *));
    struct table part = *t;
    double step = 0;

    for (size_t k = 0; k < n; k++) {
        base[k] = &t->v[rows[k]->base];
        step += values_step(t, rows[k]) + values_step(t, base[k]);
    }
    part.o.first_block = from;
    *vs = (struct figure){0};
    join(&vs->spread, &part, rows, base, n);
    if (t->interleaved)
        figure_set_mean(vs, step / (double)n, rows[0]->plain);
    else
        figure_set(vs, interval_half(&vs->spread, 0, step / (double)n),
                   rows[0]->plain);
    free(base);
}

static size_t suspect_since(const struct gate *before, const char *name)
{
    for (size_t i = 0; before != NULL && i < before->n; i++)
        if (strcmp(before->v[i].name, name) == 0)
            return before->v[i].since;
    return 0;
}

/* Adds n rows to the gate as one judged item. */
static void judged_add(struct gate *g, const struct table *t, char *name,
                       const struct row *const *rows, size_t n, join_fn *join,
                       const struct gate *before)
{
    struct judged j = {.name = name, .since = suspect_since(before, name)};

    if (n == 1 && t->o.end_block == 0)
        j.vs = rows[0]->vs;
    else
        figure_of(t, rows, n, join, 0, &j.vs);
    if (j.since > 0)
        figure_of(t, rows, n, join, j.since, &j.again);
    XAPPEND(g->v, g->n, j);
}

/* Returns the same comparison in another state; NULL if there is none. */
static const struct row *elsewhere(const struct table *t, const struct row *row)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].c == row->c && t->v[i].side == row->side &&
            t->v[i].state != row->state && t->v[i].between_sides &&
            !isnan(t->v[i].vs.half))
            return &t->v[i];
    return NULL;
}

/* True if neither side has a figure for the case, and both records say why. */
static bool is_without(const struct table *t, const struct row *row)
{
    return row_is_without(row) && row_is_without(&t->v[row->base]);
}

/* Returns the rows that are compared between sides, malloced: those in the
 * column of `like`, or all if it is NULL. */
static const struct row **rows_between(const struct table *t,
                                       const struct row *like, size_t *n)
{
    const struct row **rows = xcalloc(t->n + 1, sizeof(const struct row *));

    *n = 0;
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];

        if (row->between_sides && !is_without(t, row) &&
            (like == NULL || rows_same_column(like, row)))
            rows[(*n)++] = row;
    }
    return rows;
}

/* Keeps only rows that have an interval; returns their number. */
static size_t keep_known(const struct row **rows, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(rows[i]->vs.half))
            rows[kept++] = rows[i];
    return kept;
}

/* A rare state must not prevent a verdict. */
static void judge_rows(struct gate *g, const struct table *t,
                       const struct gate *before)
{
    size_t n;
    const struct row **rows = rows_between(t, NULL, &n);

    for (size_t i = 0; i < n; i++) {
        const struct row *both[] = {elsewhere(t, rows[i]), rows[i]};

        if (isnan(rows[i]->vs.half) && both[0] != NULL)
            continue;
        judged_add(g, t, gate_name(t, rows[i], GATE_CASE), &rows[i], 1,
                   values_ratio, before);
        if (!t->interleaved || both[0] == NULL ||
            rows[i]->vs.spread.n >= both[0]->vs.spread.n)
            continue;
        g->v[g->n - 1].rare = true;
        judged_add(g, t, name_of(t, rows[i], GATE_CASE, false), both, 2,
                   values_ratio_of_states, before);
    }
    free(rows);
}

static void judge_means(struct gate *g, const struct table *t,
                        const struct gate *before)
{
    size_t all, n;
    const struct row **rows = rows_between(t, NULL, &all);

    for (size_t i = 0; i < all; i++) {
        const struct row *row = rows[i], **column;
        bool first = true;

        for (size_t k = 0; k < i; k++)
            first &= !rows_same_column(row, rows[k]);
        if (!first)
            continue;
        column = rows_between(t, row, &n);
        n = keep_known(column, n);
        if (n > 0)
            judged_add(g, t, gate_name(t, row, GATE_GEOMEAN), column, n,
                       values_ratio, before);
        else if (row_states(t, row)->n == 1)
            judged_add(g, t, gate_name(t, row, GATE_GEOMEAN), &row, 1,
                       values_ratio, before);
        free(column);
    }
    free(rows);
}

/* Judges sides from different sittings; also judges the mean over all rows. */
static void judge_night(struct gate *g, const struct table *t)
{
    size_t n, kept = 0;
    const struct row **rows = rows_between(t, NULL, &n);
    struct figure sitting = no_figure;

    n = keep_known(rows, n);
    for (size_t i = 0; i < n; i++)
        if (!rows[i]->plain)
            rows[kept++] = rows[i];
    if (kept > 0)
        figure_of(t, rows, kept, values_ratio, 0, &sitting);
    gate_decide(g, &sitting);
    free(rows);
}

/* Removes rows of rare states that are not found slower. */
static void rare_remove(struct gate *g)
{
    size_t kept = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].rare && g->v[i].verdict != GATE_FAIL &&
            g->v[i].verdict != GATE_SUSPECT)
            free(g->v[i].name);
        else
            g->v[kept++] = g->v[i];
    g->n = kept;
}

void gate_rows(struct gate *g, const struct table *t, const struct gate *before,
               double limit, enum gate_of of)
{
    *g = (struct gate){.limit = limit,
                       .blocks =
                           t->o.end_block > 0 ? t->o.end_block : t->r->blocks};
    (of == GATE_CASE ? judge_rows : judge_means)(g, t, before);
    if (t->interleaved)
        gate_decide(g, NULL);
    else
        judge_night(g, t);
    rare_remove(g);
}

char *judged_text(const struct gate *g, const struct judged *j, int decimals)
{
    const struct figure *vs = decisive(j);
    double slower = exp(slowness(vs)), half = exp(vs->half);

    return isnan(vs->half)
               ? xstrdup("too few runs have figures")
               : xasprintf("%.*f times slower [%.*f, %.*f], limit %g", decimals,
                           slower, decimals, slower / half, decimals,
                           slower * half, g->limit);
}

void gate_free(struct gate *g)
{
    for (size_t i = 0; i < g->n; i++)
        free(g->v[i].name);
    free(g->v);
    free(g->text);
    *g = (struct gate){0};
}

const char *verdict_word(enum verdict v)
{
    return v == GATE_PASS    ? "PASS"
           : v == GATE_FAIL  ? "FAIL"
           : v == GATE_ERROR ? "ERROR"
                             : "CANNOT TELL";
}

char *gate_line(const struct gate *g)
{
    return xasprintf("%s: %s", verdict_word(g->verdict), g->text);
}
