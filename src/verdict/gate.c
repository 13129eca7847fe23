/* gate.c: decides whether side B is slower than side A by more than a limit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "verdict/judged.h"
#include "verdict/run_differences.h"

/* Returns the row with this verdict and the slowest end of an interval. */
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
                       isnan(decisive(j)->half) ? ":" : "", slower, others));
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

/* Returns why sides from different sittings cannot be compared: the machine
 * differs (a reference algorithm would correct for it). Malloced, or NULL. */
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

/* True if a row has several sittings, which show how much sittings differ. */
static bool has_sittings(const struct gate *g)
{
    bool has = false;

    for (size_t i = 0; i < g->n; i++)
        has |= g->v[i].vs.spread.sittings > 1;
    return has;
}

/* Sets the verdict of a gate in which no row fails and not all rows pass. */
static void conclude_undecided(struct gate *g, const struct table *t)
{
    g->more_decide = true;
    if (!t->interleaved && !has_sittings(g))
        conclude(g, GATE_CANNOT_TELL,
                 xstrdup("the first side has runs of one sitting: two or more "
                         "show how much sittings differ"));
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
    g->text = xasprintf("%s; relative to %s, because of differences in %s",
                        text, SHOWN_FILE(t->o.reference), differ);
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
    else if ((cause = distrust_wrong_results(t, false)) != NULL)
        conclude(g, GATE_FAIL, cause);
    else if (gate_count(g, GATE_FAIL) > 0)
        conclude_rows(g, GATE_FAIL, GATE_FAIL);
    else if (gate_count(g, GATE_SUSPECT) > 0)
        conclude_rows(g, GATE_SUSPECT, GATE_SUSPECT);
    else if ((cause = distrust_reason(t, &g->more_decide)) != NULL)
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
    gate_rows(g, t, before, limit, of);
    gate_conclude(g, t);
}

void gate_judge_finished(struct gate *g, const struct table *t, double limit,
                         enum gate_of of)
{
    struct table half = *t;
    struct gate first = {0};

    half.o.end_block = t->r->blocks / 2;
    if (t->interleaved && half.o.end_block > 0)
        gate_rows(&first, &half, NULL, limit, of);
    gate_rows(g, t, &first, limit, of);
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
