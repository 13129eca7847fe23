/* gate.c: --fail-above: did any case become slower? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/gate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/options.h"
#include "tools/compare/output.h"

enum answer { GATE_PASS, GATE_CANNOT_TELL, GATE_FAIL };

/* The answer for all cases is the worst of theirs. */
struct gate {
    double limit;
    size_t cases, failed, open;
    size_t needed; /* runs a side that would tell of those open; 0: unknown */
};

/* NULL, or why B cannot pass whatever its times are; malloced. */
static char *failure_of(const struct gate *g, const struct comparison *c)
{
    if (c->side[1].wrong > c->side[0].wrong)
        return xstrdup("B has more wrong results");
    /* A ratio that does not exist is no excuse. */
    if (c->verdict == VERDICT_SLOWER && !(c->ratio <= 1 + g->limit))
        return xasprintf("slower by %.1f %%, more than %g %%",
                         100 * (c->ratio - 1), 100 * g->limit);
    return NULL;
}

/* NULL, or why nobody can tell; malloced. */
static char *doubt_of(const struct gate *g, const struct comparison *c)
{
    if (c->side[0].n == 0 || c->side[1].n == 0)
        return xasprintf("%s has no figures", c->side[0].n == 0 ? "A" : "B");
    if (c->most < 1 + g->limit)
        return NULL;
    if (isnan(c->most))
        return xstrdup("cannot tell: too few runs");
    return xasprintf("cannot tell: may be slower by up to %.1f %%",
                     100 * (c->most - 1));
}

/* Says of the case why it does not pass; frees the cause. */
static void say(const json_t *record, char *cause)
{
    char *name = case_name(record);

    print_error(xprefix(name, cause));
    free(name);
}

static void gate_case(struct gate *g, const struct comparison *c)
{
    char *cause = failure_of(g, c);

    g->cases++;
    g->failed += cause != NULL;
    if (cause == NULL && (cause = doubt_of(g, c)) != NULL) {
        g->open++;
        g->needed = c->needed > g->needed ? c->needed : g->needed;
    }
    if (cause != NULL)
        say(c->record, cause);
}

/* Cases that B lost: nobody can call that as fast as before. */
static void gate_lost(struct gate *g, const json_t *only_a)
{
    const char *key;
    json_t *record;

    json_object_foreach((json_t *)only_a, key, record)
    {
        say(record, xstrdup("cannot tell: only A has it"));
        g->cases++;
        g->open++;
    }
}

int gate(const struct comparisons *c, double limit)
{
    struct gate g = {.limit = limit};

    for (size_t i = 0; i < c->n; i++)
        gate_case(&g, &c->v[i]);
    gate_lost(&g, c->only[0]);
    if (g.failed > 0) {
        printf("FAIL: %zu of %zu cases\n", g.failed, g.cases);
        return EXIT_FAILED;
    }
    if (g.open == 0) {
        printf("PASS: no case of %zu is slower by %g %% or more\n", g.cases,
               100 * limit);
        return EXIT_DONE;
    }
    printf("CANNOT TELL: %zu of %zu cases", g.open, g.cases);
    if (g.needed > 0)
        printf("; %zu runs a side may", g.needed);
    putchar('\n');
    return EXIT_CANNOT_TELL;
}
