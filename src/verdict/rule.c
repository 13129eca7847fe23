/* rule.c: the rule of the gate: the verdict on each row, and the number of
 * blocks until the next look. Pure. doc/statistics.md explains it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/rule.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* confirm_error: probability that a look at GATE_BLOCKS_MIN blocks confirms a
 * wrong suspect. It falls with the square root of the number of blocks, so that
 * fewer than 1 of 100 gates are wrong. sitting_error: probability that a
 * sitting fails although it is as fast as the others. */
static const double confirm_error = 0.003, sitting_error = 0.02;
/* Factor on the number of blocks that a suspect's interval requires. */
static const double margin = 2.5;

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

double chance_of(const struct figure *vs, double level)
{
    double slower = slowness(vs), free = (double)vs->spread.parts - 1;

    if (isnan(vs->half) || !(slower > 0))
        return 1;
    return vs->half > 0
               ? gsl_cdf_tdist_Q(
                     gsl_cdf_tdist_Pinv(level, free) * slower / vs->half, free)
               : 0;
}

double chance_significant(double *chance, size_t n, double error)
{
    gsl_sort(chance, 1, n);
    for (size_t i = n; i-- > 0;)
        if (chance[i] <= error / (double)(n - i))
            return chance[i];
    return -1;
}

/* Probability of the slowness by chance alone; 1 if within the limit. */
static double chance_above(const struct figure *vs, double limit, double level)
{
    return slowness(vs) > log(limit) ? chance_of(vs, level) : 1;
}

/* True if enough blocks were made since its look to confirm the suspect. */
static bool is_tested(const struct gate *g, const struct judged *j)
{
    return g->blocks >= GATE_BLOCKS_MIN && j->since > 0 &&
           j->again.spread.n >= VALUES_MIN;
}

/* Returns the largest chance at which a suspect is confirmed; -1 if none is. */
static double confirmed(const struct gate *g)
{
    double *chance = xcalloc(g->n + 1, sizeof(*chance)), most;
    double blocks = fmax(GATE_BLOCKS_MIN, (double)g->blocks);
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (is_tested(g, &g->v[i]))
            chance[n++] = chance_above(&g->v[i].again, g->limit, MEAN_LEVEL);
    most = chance_significant(chance, n,
                              confirm_error * sqrt(GATE_BLOCKS_MIN / blocks));
    free(chance);
    return most;
}

static void decide_blocks(struct gate *g)
{
    double most = confirmed(g);

    for (size_t i = 0; i < g->n; i++) {
        struct judged *j = &g->v[i];

        j->verdict = gate_verdict(&j->vs, g->limit,
                                  g->blocks >= SUSPECT_MIN &&
                                      j->vs.spread.n >= VALUES_MIN);
        if (j->verdict == GATE_PASS && j->vs.spread.n < GATE_BLOCKS_MIN)
            j->verdict = GATE_CANNOT_TELL;
        if (is_tested(g, j) &&
            chance_above(&j->again, g->limit, MEAN_LEVEL) <= most)
            j->verdict = GATE_FAIL;
        else if (j->verdict != GATE_SUSPECT)
            j->since = 0;
        else if (j->since == 0)
            j->since = g->blocks;
    }
}

/* In one sitting all rows may be slow for a common reason. So the mean
 * over the rows is tested as well. */
static void decide_sitting(struct gate *g, const struct figure *sitting)
{
    double *chance = xcalloc(g->n + 1, sizeof(*chance)), most;
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->v[i].vs.spread.sittings > 1)
            chance[n++] = chance_above(&g->v[i].vs, g->limit, NEXT_LEVEL);
    if (g->n > 1 && sitting->spread.sittings > 1)
        chance[n++] = chance_above(sitting, g->limit, NEXT_LEVEL);
    most = chance_significant(chance, n, sitting_error);
    free(chance);
    for (size_t i = 0; i < g->n; i++) {
        struct judged *j = &g->v[i];
        bool enough = j->vs.spread.n >= SIGN_MIN && j->vs.spread.sittings > 1;

        j->verdict = gate_verdict(&j->vs, g->limit, enough);
        if (j->verdict == GATE_SUSPECT)
            j->verdict = GATE_CANNOT_TELL;
        if (enough && chance_above(&j->vs, g->limit, NEXT_LEVEL) <= most)
            j->verdict = GATE_FAIL;
    }
    if (g->n > 1 && sitting->spread.sittings > 1 &&
        gate_count(g, GATE_FAIL) == 0 &&
        chance_above(sitting, g->limit, NEXT_LEVEL) <= most)
        XAPPEND(
            g->v, g->n,
            ((struct judged){.name = xasprintf("the mean of %zu rows", n - 1),
                             .vs = *sitting,
                             .verdict = GATE_FAIL}));
}

void gate_decide(struct gate *g, const struct figure *sitting)
{
    if (sitting != NULL)
        decide_sitting(g, sitting);
    else
        decide_blocks(g);
}

size_t gate_next_look(size_t n)
{
    return n < GATE_BLOCKS_MIN ? GATE_BLOCKS_MIN : n + n / 2;
}

/* Number of new blocks that should confirm the suspect: few if it is clearly
 * slower. With several states, some blocks have no value of it. */
static size_t blocks_needed(const struct judged *j, size_t blocks)
{
    double n = (double)j->vs.spread.n;
    double needed = margin * n * pow(j->vs.half / slowness(&j->vs), 2);

    return (size_t)ceil(fmin(fmax(needed, SIGN_MIN), n) * (double)blocks / n);
}

void looks_begin(struct looks *l, size_t full)
{
    *l = (struct looks){.next = full / 2, .full = full};
}

bool looks_advance(struct looks *l, const struct gate *g, enum verdict verdict)
{
    bool full = g->blocks >= l->full;

    while (l->full <= g->blocks)
        l->full = gate_next_look(l->full);
    l->next = l->full;
    for (size_t i = 0; i < g->n; i++) {
        const struct judged *j = &g->v[i];
        size_t due = j->since + blocks_needed(j, g->blocks);

        if (j->verdict == GATE_SUSPECT && due > g->blocks && due < l->next)
            l->next = due;
    }
    return verdict == GATE_FAIL || (verdict == GATE_PASS && full);
}

size_t looks_within(const struct looks *l, size_t blocks, double fit)
{
    double kept = floor(fit * 2 / 3);

    return (double)l->next > kept && (double)blocks < kept ? (size_t)kept
                                                           : l->next;
}
