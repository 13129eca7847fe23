/* gate.c: decides whether side B is slower than side A by more than a limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
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

enum verdict gate_verdict(const struct figure *vs, double limit, bool enough)
{
    double slower = slowness(vs), most = log(limit);

    if (isnan(vs->half) || !enough)
        return GATE_CANNOT_TELL;
    if (slower + vs->half < most)
        return GATE_PASS;
    return slower - vs->half > 0 && slower > most ? GATE_SUSPECT
                                                  : GATE_CANNOT_TELL;
}

/* Sides that were not interleaved need as many runs as for a sign. */
static bool is_enough(const struct table *t, const struct row *row,
                      const struct figure *vs)
{
    if (t->interleaved)
        return vs->spread.n >= GATE_BLOCKS_MIN || t->o.first_block > 0;
    return row->sign == SIGN_SAME || row->sign == SIGN_FASTER ||
           row->sign == SIGN_SLOWER ||
           (row->sign == SIGN_NOT_TOLD && vs->spread.n >= SIGN_MIN);
}

static void judged_add(struct gate *g, char *name, const struct figure *vs,
                       bool enough)
{
    XAPPEND(g->v, g->n,
            (struct judged){name, *vs, gate_verdict(vs, g->limit, enough)});
}

/* True if the case is compared in another state: a state that is too rare must
 * not prevent a verdict. */
static bool known_elsewhere(const struct table *t, const struct row *row)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].c == row->c && t->v[i].side == row->side &&
            t->v[i].between_sides && !isnan(t->v[i].vs.half))
            return true;
    return false;
}

/* True if neither side has a figure of the case, and both say why. */
static bool is_without(const struct table *t, const struct row *row)
{
    return row_is_without(row) && row_is_without(&t->v[row->base]);
}

static void judge_rows(struct gate *g, const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];

        if (row->between_sides && !is_without(t, row) &&
            (!isnan(row->vs.half) || !known_elsewhere(t, row)))
            judged_add(g, gate_name(t, row, GATE_CASE), &row->vs,
                       is_enough(t, row, &row->vs));
    }
}

/* ---- judging the mean over an operation's rows --------------------------- */

static bool same_mean(const struct row *a, const struct row *b)
{
    return b->between_sides && rows_same_column(a, b);
}

/* Mean over the rows like `first`, computed in each block; NAN in a block where
 * a row has no value. */
static void mean_of(const struct table *t, const struct row *first,
                    struct figure *vs)
{
    struct values all, v;
    double rows = 0;

    values_of_ratio(&all, t, first, &t->v[first->base]);
    for (size_t i = 0; i < all.n; i++)
        all.x[i] = 0;
    for (size_t k = 0; k < t->n; k++) {
        if (!same_mean(first, &t->v[k]) || isnan(t->v[k].vs.half))
            continue;
        values_of_ratio(&v, t, &t->v[k], &t->v[t->v[k].base]);
        for (size_t i = 0; i < all.n; i++)
            all.x[i] += v.x[i];
        values_free(&v);
        rows++;
    }
    for (size_t i = 0; i < all.n; i++)
        all.x[i] = rows > 0 ? all.x[i] / rows : NAN;
    parts_spread(&vs->spread, all.x, &all.parts);
    figure_set_mean(vs, 0, false);
    values_free(&all);
}

/* Mean over the rows of sides that were not interleaved. The rows' errors may
 * be fully correlated, so half widths are averaged. */
static void mean_apart(const struct table *t, const struct row *first,
                       struct figure *vs)
{
    double rows = 0, mean = 0, half = 0;

    for (size_t k = 0; k < t->n; k++)
        if (same_mean(first, &t->v[k]) && !isnan(t->v[k].vs.half)) {
            mean += t->v[k].vs.spread.mean;
            half += t->v[k].vs.half;
            rows++;
        }
    *vs = first->vs;
    vs->spread.mean = rows > 0 ? mean / rows : NAN;
    figure_set(vs, rows > 0 ? half / rows : NAN, false);
}

static void judge_means(struct gate *g, const struct table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];
        struct figure vs;
        bool first = row->between_sides, any = false;

        for (size_t k = 0; k < i; k++)
            first &= !same_mean(row, &t->v[k]);
        for (size_t k = i; first && k < t->n; k++)
            any |= same_mean(row, &t->v[k]) && !is_without(t, &t->v[k]);
        if (!any)
            continue;
        if (t->interleaved)
            mean_of(t, row, &vs);
        else
            mean_apart(t, row, &vs);
        if (!isnan(vs.half) || row_states(t, row)->n == 1)
            judged_add(g, gate_name(t, row, GATE_GEOMEAN), &vs,
                       is_enough(t, row, &vs));
    }
}

static void judge(struct gate *g, const struct table *t, enum gate_of of)
{
    (of == GATE_CASE ? judge_rows : judge_means)(g, t);
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

/* The row with this verdict whose slowness has the largest upper bound. */
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

/* Sets the verdict with the worst row of verdict `of` as reason: "bcast 64 KiB
 * 4.4 times slower [4.1, 4.9], limit 1.05; and 2 more". */
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

/* Suspects that are suspects in `again` too fail; others become CANNOT_TELL. */
static void confirm(struct gate *g, const struct gate *again)
{
    for (size_t i = 0; i < g->n; i++) {
        bool holds = false;

        for (size_t k = 0; k < again->n; k++)
            holds |= strcmp(again->v[k].name, g->v[i].name) == 0 &&
                     again->v[k].verdict == GATE_SUSPECT;
        if (g->v[i].verdict == GATE_SUSPECT)
            g->v[i].verdict = holds ? GATE_FAIL : GATE_CANNOT_TELL;
    }
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

void gate_judge(struct gate *g, const struct table *t,
                const struct table *again, double limit, enum gate_of of)
{
    char *cause;

    *g = (struct gate){.limit = limit};
    judge(g, t, of);
    if (again != NULL) {
        struct gate later = {.limit = limit};

        judge(&later, again, of);
        confirm(g, &later);
        gate_free(&later);
    }
    if (g->n == 0)
        conclude(g, GATE_ERROR, nothing_to_judge(t));
    else if ((cause = doubt_wrong(t, false)) != NULL)
        conclude(g, GATE_FAIL, cause);
    else if (gate_count(g, GATE_FAIL) > 0)
        conclude_rows(g, GATE_FAIL, GATE_FAIL);
    else if (gate_count(g, GATE_SUSPECT) > 0)
        conclude_rows(g, GATE_SUSPECT, GATE_SUSPECT);
    else if ((cause = doubt(t)) != NULL)
        conclude(g, GATE_CANNOT_TELL, cause);
    else if (gate_count(g, GATE_CANNOT_TELL) == 0)
        conclude(
            g, GATE_PASS,
            xasprintf("no more than %.1f %% slower in any of %zu row%s, "
                      "limit %g",
                      100 * expm1(fmax(0, slowness(&worst(g, GATE_PASS)->vs) +
                                              worst(g, GATE_PASS)->vs.half)),
                      g->n, g->n == 1 ? "" : "s", limit));
    else if (t->interleaved && t->r->blocks < GATE_BLOCKS_MIN)
        conclude(
            g, GATE_CANNOT_TELL,
            xasprintf("%zu blocks of runs, %d are needed: mpiperf-repeat -r %d",
                      t->r->blocks, GATE_BLOCKS_MIN, GATE_BLOCKS_MIN));
    else
        conclude_rows(g, GATE_CANNOT_TELL, GATE_CANNOT_TELL);
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

size_t gate_next_look(size_t n)
{
    return n < GATE_BLOCKS_MIN ? GATE_BLOCKS_MIN : n + n / 2;
}

int gate_limit(const struct param *p, void *limit, const char *arg,
               char **cause)
{
    char *end;
    double x = strtod(arg, &end);
    bool percent = end != arg && strcmp(end, "%") == 0 && x > 0 && isfinite(x);

    (void)p;
    if (percent || (end != arg && *end == '\0' && x > 1 && x < 3)) {
        *(double *)limit = percent ? 1 + x / 100 : x;
        return 0;
    }
    return param_refuse(arg, "a percentage or a factor above 1: 5% or 1.05",
                        cause);
}
