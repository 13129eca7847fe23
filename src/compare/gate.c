/* gate.c: decides whether side B is slower than side A by more than a limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/view.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* ---- judging rows -------------------------------------------------------- */

char *gate_name(const struct table *t, const struct row *row, enum gate_of of)
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
    if (of == GATE_CASE)
        fprintf(f, " %s", SIZE_TEXT(row_bytes(row)));
    if (row_state_name(t, row) != NULL)
        fprintf(f, ", %s", row_state_name(t, row));
    text_close(f);
    return text;
}

/* How much slower: the logarithm of the ratio, or a difference of shares. */
static double slowness(const struct figure *vs)
{
    return -vs->spread.mean;
}

/* Computes the figure of the mean over n rows, from the blocks since `from`. */
static void figure_of(const struct table *t, const struct row *const *rows,
                      size_t n, size_t from, struct figure *vs)
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
    values_ratio(&vs->spread, &part, rows, base, n);
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

/* Adds the mean over n rows to the gate, or a row if n is 1. */
static void judged_add(struct gate *g, const struct table *t, char *name,
                       const struct row *const *rows, size_t n,
                       const struct gate *before)
{
    struct judged j = {.name = name, .since = suspect_since(before, name)};

    if (n == 1 && t->o.end_block == 0)
        j.vs = rows[0]->vs;
    else
        figure_of(t, rows, n, 0, &j.vs);
    if (j.since > 0)
        figure_of(t, rows, n, j.since, &j.again);
    XAPPEND(g->v, g->n, j);
}

/* True if the case has a comparison in another state. Then a state seen too
 * rarely must not prevent a verdict. */
static bool known_elsewhere(const struct table *t, const struct row *row)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].c == row->c && t->v[i].side == row->side &&
            t->v[i].between_sides && !isnan(t->v[i].vs.half))
            return true;
    return false;
}

/* True if neither side has a figure for the case, and both records say why. */
static bool is_without(const struct table *t, const struct row *row)
{
    return row_is_without(row) && row_is_without(&t->v[row->base]);
}

/* Returns the rows that are compared between sides, malloced: all, or, if
 * `like` is given, only those of its column. */
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

static void judge_rows(struct gate *g, const struct table *t,
                       const struct gate *before)
{
    size_t n;
    const struct row **rows = rows_between(t, NULL, &n);

    for (size_t i = 0; i < n; i++)
        if (!isnan(rows[i]->vs.half) || !known_elsewhere(t, rows[i]))
            judged_add(g, t, gate_name(t, rows[i], GATE_CASE), &rows[i], 1,
                       before);
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
                       before);
        else if (row_states(t, row)->n == 1)
            judged_add(g, t, gate_name(t, row, GATE_GEOMEAN), &row, 1, before);
        free(column);
    }
    free(rows);
}

/* Judges sides from different sittings; also judges the mean over all rows. */
static void judge_night(struct gate *g, const struct table *t)
{
    size_t n, kept = 0;
    const struct row **rows = rows_between(t, NULL, &n);
    struct figure night = no_figure;

    n = keep_known(rows, n);
    for (size_t i = 0; i < n; i++)
        if (!rows[i]->plain)
            rows[kept++] = rows[i];
    if (kept > 0)
        figure_of(t, rows, kept, 0, &night);
    gate_decide(g, &night);
    free(rows);
}

static void judge(struct gate *g, const struct table *t,
                  const struct gate *before, double limit, enum gate_of of)
{
    *g = (struct gate){.limit = limit,
                       .blocks =
                           t->o.end_block > 0 ? t->o.end_block : t->r->blocks};
    (of == GATE_CASE ? judge_rows : judge_means)(g, t, before);
    if (t->interleaved)
        gate_decide(g, NULL);
    else
        judge_night(g, t);
}

/* ---- the verdict --------------------------------------------------------- */

char *judged_text(const struct gate *g, const struct judged *j, int decimals)
{
    double slower = exp(slowness(&j->vs)), half = exp(j->vs.half);

    return isnan(j->vs.half)
               ? xstrdup("too few runs have figures")
               : xasprintf("%.*f times slower [%.*f, %.*f], limit %g", decimals,
                           slower, decimals, slower / half, decimals,
                           slower * half, g->limit);
}

/* Returns the row with this verdict that may be the slowest. */
static const struct judged *worst(const struct gate *g, enum verdict verdict)
{
    const struct judged *found = NULL;

    for (size_t i = 0; i < g->n; i++) {
        const struct judged *j = &g->v[i];

        if (j->verdict == verdict &&
            (found == NULL || slowness(&j->vs) + j->vs.half >
                                  slowness(&found->vs) + found->vs.half))
            found = j;
    }
    return found;
}

size_t gate_count(const struct gate *g, enum verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += g->v[i].verdict == verdict;
    return n;
}

static void conclude(struct gate *g, enum verdict verdict, char *text)
{
    g->verdict = verdict;
    g->text = text;
}

/* Sets the verdict, with the worst row of verdict `of` as its reason: "bcast 64
 * KiB 4.4 times slower [4.1, 4.9], limit 1.05; and 2 more". */
static void conclude_rows(struct gate *g, enum verdict of, enum verdict verdict)
{
    const struct judged *j = worst(g, of);
    size_t more = gate_count(g, of) - 1;
    char *slower = judged_text(g, j, 2);
    char *others = more > 0 ? xasprintf("; and %zu more", more) : xstrdup("");

    conclude(g, verdict,
             xasprintf("%s%s %s%s", SHOWN_FILE(j->name),
                       isnan(j->vs.half) ? ":" : "", slower, others));
    free(slower);
    free(others);
}

static char *nothing_to_judge(const struct table *t)
{
    bool any = false;

    for (size_t i = 0; i < t->n; i++)
        any |= t->v[i].time.spread.n > 0;
    return xstrdup(!any ? "no run has figures"
                        : "the sides have no case in common: nothing is "
                          "compared");
}

/* Returns why sides from different sittings cannot be compared, malloced: the
 * machine differs (a reference algorithm makes up for it). NULL if they can. */
static char *other_machine(const struct table *t)
{
    char *differ = t->interleaved ? NULL : describe_machines(t), *text;

    if (differ == NULL)
        return NULL;
    text = xasprintf("the runs were made under different conditions (%s): "
                     "interleave the sides, or give --reference",
                     differ);
    free(differ);
    return text;
}

static void conclude_pass(struct gate *g)
{
    const struct figure *most = &worst(g, GATE_PASS)->vs;

    conclude(g, GATE_PASS,
             xasprintf("no more than %.1f %% slower in any of %zu row%s, limit "
                       "%g",
                       100 * expm1(fmax(0, slowness(most) + most->half)), g->n,
                       g->n == 1 ? "" : "s", g->limit));
}

/* True if some row has several sittings, which show how much these differ. */
static bool has_sittings(const struct gate *g)
{
    bool has = false;

    for (size_t i = 0; i < g->n; i++)
        has |= g->v[i].vs.spread.sittings > 1;
    return has;
}

/* Concludes a gate in which no row fails and not all rows pass. */
static void conclude_undecided(struct gate *g, const struct table *t)
{
    g->more_decide = true;
    if (!t->interleaved && !has_sittings(g))
        conclude(g, GATE_CANNOT_TELL,
                 xstrdup("the first side has runs of one sitting: how much "
                         "sittings differ shows from the second one on"));
    else if (t->interleaved && t->r->blocks < GATE_BLOCKS_MIN)
        conclude(g, GATE_CANNOT_TELL,
                 xasprintf("%zu blocks of runs, %d are needed", t->r->blocks,
                           GATE_BLOCKS_MIN));
    else
        conclude_rows(g, GATE_CANNOT_TELL, GATE_CANNOT_TELL);
}

/* Adds "relative to REFERENCE" to the reason if the machines differ. */
static void note_reference(struct gate *g, const struct table *t)
{
    char *differ = t->interleaved || t->o.reference == NULL
                       ? NULL
                       : describe_machines(t),
         *text = g->text;

    if (differ == NULL)
        return;
    g->text = xasprintf("%s; relative to %s, as these differ: %s", text,
                        SHOWN_FILE(t->o.reference), differ);
    free(text);
    free(differ);
}

static void gate_conclude(struct gate *g, const struct table *t)
{
    char *cause;

    if (g->n == 0)
        conclude(g, GATE_ERROR, nothing_to_judge(t));
    else if (!table_has_reference(t) && (cause = other_machine(t)) != NULL)
        conclude(g, GATE_ERROR, cause);
    else if ((cause = doubt_wrong(t, false)) != NULL)
        conclude(g, GATE_FAIL, cause);
    else if (gate_count(g, GATE_FAIL) > 0)
        conclude_rows(g, GATE_FAIL, GATE_FAIL);
    else if (gate_count(g, GATE_SUSPECT) > 0)
        conclude_rows(g, GATE_SUSPECT, GATE_SUSPECT);
    else if ((cause = doubt(t, &g->more_decide)) != NULL)
        conclude(g, GATE_CANNOT_TELL, cause);
    else if (gate_count(g, GATE_CANNOT_TELL) == 0)
        conclude_pass(g);
    else
        conclude_undecided(g, t);
    if (g->verdict != GATE_ERROR)
        note_reference(g, t);
}

void gate_judge(struct gate *g, const struct table *t,
                const struct gate *before, double limit, enum gate_of of)
{
    judge(g, t, before, limit, of);
    gate_conclude(g, t);
}

void gate_judge_finished(struct gate *g, const struct table *t, double limit,
                         enum gate_of of)
{
    struct table half = *t;
    struct gate first = {0};

    half.o.end_block = t->r->blocks / 2;
    if (t->interleaved && half.o.end_block > 0)
        judge(&first, &half, NULL, limit, of);
    judge(g, t, &first, limit, of);
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].verdict == GATE_SUSPECT)
            g->v[i].verdict = GATE_CANNOT_TELL;
    gate_conclude(g, t);
    gate_free(&first);
}

void gate_none(struct gate *g, enum verdict verdict, char *text)
{
    *g = (struct gate){.limit = NAN};
    conclude(g, verdict, text);
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

int gate_limit(const struct param *p, void *limit, const char *arg,
               char **cause)
{
    char *end, *both;
    double x = strtod(arg, &end);
    bool percent = end != arg && strcmp(end, "%") == 0 && x > 0 && isfinite(x);
    bool number = end != arg && *end == '\0' && isfinite(x);

    (void)p;
    if (percent || (number && x > 1 && strchr(arg, '.') != NULL)) {
        *(double *)limit = percent ? 1 + x / 100 : x;
        return 0;
    }
    if (!number || !(x > 1) || x != floor(x))
        return param_refuse(arg, "a percentage or a factor above 1: 5% or 1.05",
                            cause);
    both =
        xasprintf("write %.0f%% for a percentage, %.0f.0 for a factor", x, x);
    param_refuse(arg, both, cause);
    free(both);
    return -1;
}
