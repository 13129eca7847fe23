/* guidelines.c: judges performance guidelines by the rows of a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/guidelines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "verdict/conditions.h"
#include "verdict/judged.h"
#include "verdict/rule.h"

/* Probability that a side gets any violation although all its calls follow the
 * guidelines. */
static const double error_rate = 0.05;

static const char mock[] = "mock/";

/* Leaves out rows without a figure: a mock-up may need too much memory. */
static void compare(struct guidelines *g, enum guideline guideline,
                    const struct row *row, const struct row *other,
                    double calls)
{
    struct guided new = {guideline, row, other, calls, .sides = 1};

    if (row_is_without(row) || row_is_without(other) || row->wrong > 0 ||
        other->wrong > 0)
        return;
    values_ratio(&new.vs.spread, g->t, &row, &other, 1);
    new.vs.spread.mean += log(calls);
    XAPPEND(g->v, g->n, new);
}

static void compare_mocks(struct guidelines *g, const struct row *row)
{
    size_t end;

    for (size_t i = table_rivals(g->t, row, &end); i < end; i++) {
        const struct row *other = &g->t->v[i];

        if (other->side == row->side && other->state == row->state &&
            strncmp(row_text(other, "algo"), mock, strlen(mock)) == 0)
            compare(g, GUIDE_MOCK, row, other, 1);
    }
}

/* Compares only neighbouring sizes. If these follow the guidelines and each is
 * a multiple of the smaller one, all pairs of sizes follow them. */
static void compare_sizes(struct guidelines *g, const struct row *row)
{
    const struct row *end = g->t->v + g->t->n, *larger = row + 1;
    double bytes = (double)row_bytes(row), more = 0;

    for (; larger < end && larger->c->family == row->c->family && more <= bytes;
         larger++)
        if (rows_same_column(larger, row) && !row_is_without(larger))
            more = (double)row_bytes(larger);
    if (more <= bytes)
        return;
    compare(g, GUIDE_MONOTONY, row, larger - 1, 1);
    if (bytes > 0)
        compare(g, GUIDE_SPLIT, larger - 1, row, ceil(more / bytes));
}

/* True if only the size differs. */
static bool same_guideline(const struct guided *a, const struct guided *b)
{
    return a->guideline == b->guideline && rows_same_column(a->row, b->row) &&
           rows_same_algo(a->other, b->other);
}

/* True if only the side and the state differ. */
static bool same_comparison(const struct guided *a, const struct guided *b)
{
    return a->guideline == b->guideline && a->row->c == b->row->c &&
           a->other->c == b->other->c;
}

/* ---- figures and verdicts ------------------------------------------------ */

/* Computes intervals as ratio_set() in table.c does, and the verdicts before
 * the correction for many comparisons. */
static void set_figures(struct guidelines *g, double limit)
{
    const struct spread_of_parts **column =
        xcalloc(g->n + 1, sizeof(const struct spread_of_parts *));

    for (size_t i = 0; i < g->n; i++) {
        struct guided *own = &g->v[i];
        size_t n = 0;

        for (size_t k = 0; k < g->n; k++)
            if (same_guideline(&g->v[k], own))
                column[n++] = &g->v[k].vs.spread;
        figure_set(&own->vs,
                   interval_half(&own->vs.spread, column_sd(column, n),
                                 values_step(g->t, own->row) +
                                     values_step(g->t, own->other)),
                   false);
        own->chance = chance_of(&own->vs, NEXT_LEVEL);
        own->verdict = gate_verdict(
            &own->vs, limit, own->vs.spread.n >= SIGN_MIN && !g->t->o.passes);
    }
    free(column);
}

/* Drops a comparison without interval if it has one in another state: a rare
 * state must not prevent a verdict. */
static void drop_rare(struct guidelines *g)
{
    size_t kept = 0;

    for (size_t i = 0; i < g->n; i++) {
        bool known = !isnan(g->v[i].vs.half), elsewhere = false;

        for (size_t k = 0; k < g->n && !known; k++)
            elsewhere |= same_comparison(&g->v[k], &g->v[i]) &&
                         g->v[k].row->side == g->v[i].row->side &&
                         !isnan(g->v[k].vs.half);
        if (!elsewhere)
            g->v[kept++] = g->v[i];
    }
    g->n = kept;
}

/* Corrects for the number of comparisons: the more there are, the smaller a
 * suspect's chance must be for it to fail. */
static void confirm(struct guidelines *g, long side)
{
    double *chance = xcalloc(g->n + 1, sizeof(*chance)), most;
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].row->side == side && !isnan(g->v[i].vs.half))
            chance[n++] = g->v[i].chance;
    most = chance_significant(chance, n, error_rate);
    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].row->side == side && g->v[i].verdict == GATE_SUSPECT)
            g->v[i].verdict =
                g->v[i].chance <= most ? GATE_FAIL : GATE_CANNOT_TELL;
    free(chance);
}

static bool has_state(const struct guided *v, size_t n,
                      const struct guided *like, long side, int state)
{
    for (size_t i = 0; i < n; i++)
        if (same_comparison(&v[i], like) && v[i].row->side == side &&
            v[i].row->state == state)
            return true;
    return false;
}

/* True if both have the same state, or if each side lacks the other's state. */
static bool states_meet(const struct guided *v, size_t n,
                        const struct guided *a, const struct guided *b)
{
    return a->row->state == b->row->state ||
           (!has_state(v, n, a, b->row->side, a->row->state) &&
            !has_state(v, n, b, a->row->side, b->row->state));
}

/* Joins two sides: undecided unless verdicts are equal; keeps the lower
 * ratio. */
static void join(struct guided *joined, const struct guided *own)
{
    joined->sides++;
    joined->stateless |= joined->row->state != own->row->state;
    if (joined->verdict != own->verdict)
        joined->verdict = GATE_CANNOT_TELL;
    if (own->vs.hi > joined->vs.hi)
        joined->vs = own->vs;
}

/* Joins the comparisons of all sides. A comparison that some side lacks is
 * dropped if all sides have it in another state; else it is undecided. */
static void join_sides(struct guidelines *g)
{
    struct guided *all = g->v;
    size_t n = g->n, kept = 0;

    g->v = xcalloc(n + 1, sizeof(*g->v));
    for (size_t i = 0; i < n; i++) {
        struct guided *joined = g->v;

        while (joined < g->v + kept && (!same_comparison(joined, &all[i]) ||
                                        joined->row->side == all[i].row->side ||
                                        !states_meet(all, n, joined, &all[i])))
            joined++;
        if (joined == g->v + kept)
            g->v[kept++] = all[i];
        else
            join(joined, &all[i]);
    }
    free(all);
    g->n = 0;
    for (size_t i = 0; i < kept; i++) {
        bool whole = g->v[i].sides == g->t->r->sides, elsewhere = false;

        for (size_t k = 0; k < kept && !whole; k++)
            elsewhere |= same_comparison(&g->v[k], &g->v[i]) &&
                         g->v[k].sides == g->t->r->sides;
        if (!whole)
            g->v[i].verdict = GATE_CANNOT_TELL;
        if (whole || !elsewhere)
            g->v[g->n++] = g->v[i];
    }
}

/* ---- the verdict --------------------------------------------------------- */

/* Returns "scatter+allgather" or "4 calls of 1 KiB", malloced. */
static char *other_text(const struct guided *own)
{
    return own->guideline == GUIDE_MOCK
               ? xstrdup(row_text(own->other, "algo") + strlen(mock))
               : xasprintf("%.0f call%s of %s", own->calls,
                           own->calls > 1 ? "s" : "",
                           SIZE_TEXT(row_bytes(own->other)));
}

/* Prints ", far"; nothing with one state, or if the sides' states differ. */
static void put_state(FILE *f, const struct table *t, const struct guided *own)
{
    const char *state = row_state_name(t, own->row);

    if (state != NULL && !own->stateless)
        fprintf(f, ", %s", state);
}

/* Returns "bcast 64 KiB against scatter+allgather, far", malloced. */
static char *name_of(const struct table *t, const struct guided *own)
{
    char *other = other_text(own), *text;
    size_t length;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s %s against %s", row_text(own->row, "op"),
            SIZE_TEXT(row_bytes(own->row)), other);
    put_state(f, t, own);
    text_close(f);
    free(other);
    return text;
}

/* Prints the operations that violate guidelines. */
static void put_operations(FILE *f, const struct guidelines *g)
{
    json_t *named = json_object(), *value;
    const char *before = ": ", *op;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].verdict == GATE_FAIL)
            json_object_set_new(named, row_text(g->v[i].row, "op"),
                                json_true());
    json_object_foreach(named, op, value)
    {
        fprintf(f, "%s%s", before, op);
        before = ", ";
    }
    json_decref(named);
}

static char *explain(const struct guidelines *g, size_t failed, size_t untold)
{
    size_t length;
    char *text;
    FILE *f;

    if (g->n == 0)
        return xstrdup(
            "nothing to judge: no mock-up was measured with native (such as "
            "bcast:native,'mock/*'), and no operation of two sizes");
    f = text_open(&text, &length);
    fprintf(f, "violations in %zu of %zu comparisons", failed, g->n);
    put_operations(f, g);
    if (untold > 0)
        fprintf(f, "; %zu undecided%s", untold,
                g->t->o.passes ? ": make more runs, with mpiperf-repeat" : "");
    text_close(f);
    return text;
}

/* Makes the gate from the comparisons. Wrong results forbid PASS. */
static void conclude(struct guidelines *g, double limit)
{
    struct gate *gate = &g->gate;
    size_t failed, untold;
    char *wrong = NULL;

    *gate =
        (struct gate){.limit = limit, .v = xcalloc(g->n + 1, sizeof(*gate->v))};
    for (const struct guided *own = g->v; gate->n < g->n; own++)
        gate->v[gate->n++] = (struct judged){
            .name = name_of(g->t, own), .vs = own->vs, .verdict = own->verdict};
    failed = gate_count(gate, GATE_FAIL);
    untold = gate_count(gate, GATE_CANNOT_TELL);
    if (failed == 0)
        wrong = distrust_wrong_results(g->t, true)
                    ?: distrust_wrong_results(g->t, false);
    gate->text = wrong != NULL ? wrong : explain(g, failed, untold);
    gate->verdict = failed > 0                    ? GATE_FAIL
                    : wrong != NULL || untold > 0 ? GATE_CANNOT_TELL
                    : g->n > 0                    ? GATE_PASS
                                                  : GATE_ERROR;
}

void guidelines_judge(struct guidelines *g, const struct table *t, double limit)
{
    *g = (struct guidelines){.t = t};
    for (size_t i = 0; i < t->n; i++)
        if (!t->v[i].plain &&
            strcmp(row_text(&t->v[i], "algo"), "native") == 0) {
            compare_mocks(g, &t->v[i]);
            compare_sizes(g, &t->v[i]);
        }
    set_figures(g, limit);
    drop_rare(g);
    for (long side = 1; side <= t->r->sides; side++)
        confirm(g, side);
    join_sides(g);
    conclude(g, limit);
}

void guidelines_free(struct guidelines *g)
{
    free(g->v);
    *g = (struct guidelines){0};
}

/* ---- sentences ----------------------------------------------------------- */

/* Returns the same guideline at the next larger size (step 1) or the next
 * smaller one (step -1) if a mock-up violates it there; else NULL. */
static const struct guided *neighbor(const struct guidelines *g,
                                     const struct guided *own, int step)
{
    for (size_t k = (size_t)(own - g->v) + (size_t)step; k < g->n;
         k += (size_t)step)
        if (same_guideline(&g->v[k], own))
            return g->v[k].guideline == GUIDE_MOCK &&
                           g->v[k].verdict == GATE_FAIL
                       ? &g->v[k]
                       : NULL;
    return NULL;
}

/* Prints "scatter+allgather is up to 1.42 (1.31-1.55) times as fast as
 * MPI_Bcast, 64 KiB to 1 MiB", by the largest ratio from this size on; or
 * "MPI_Bcast of 64 KiB takes 1.90 (1.70-2.10) times as long as 4 calls". */
static void put_violation(FILE *f, const struct guidelines *g,
                          const struct guided *own)
{
    const struct guided *last = own, *worst = own, *k = own;
    char *call = op_text(row_text(own->row, "op")), *other = other_text(own);
    const char *from = SIZE_TEXT(row_bytes(own->row)), *to;

    for (; k != NULL; k = neighbor(g, last = k, 1))
        worst = k->vs.hi < worst->vs.hi ? k : worst;
    to = SIZE_TEXT(row_bytes(last->row));
    if (own->guideline == GUIDE_MOCK)
        fprintf(f, "%s is %s", SHOWN_LINE(other), last != own ? "up to " : "");
    else
        fprintf(f, "%s of %s takes ", SHOWN_LINE(call), from);
    fprintf(f, "%s (%s-%s)", DIGITS3(1 / worst->vs.value),
            DIGITS3(1 / worst->vs.hi), DIGITS3(1 / worst->vs.lo));
    if (own->guideline == GUIDE_MOCK)
        fprintf(f, " times as fast as %s, %s%s%s", SHOWN_LINE(call), from,
                last != own ? " to " : "", last != own ? to : "");
    else
        fprintf(f, " times as long as %s", other);
    free(call);
    free(other);
}

void guidelines_print(FILE *f, const struct guidelines *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const struct guided *own = &g->v[i];

        if (own->verdict != GATE_FAIL || neighbor(g, own, -1) != NULL)
            continue;
        fprintf(f, "%s: ", SHOWN_LINE(row_text(own->row, "op")));
        put_violation(f, g, own);
        fprintf(f, ", %ld ranks", integer_of(own->row->c->which, "procs"));
        describe_conditions(f, g->t, own->row);
        put_state(f, g->t, own);
        putc('\n', f);
    }
}
