/* program.c: weighs choices by the seconds that they save in a program.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/parts.h"
#include "print/view.h"

/* Minimum saving (share of the program's seconds) that justifies a setting. */
static const double least_share = 0.001;

/* ---- weights ------------------------------------------------------------- */

static void comparison_weigh(struct comparison *c, const struct program *p)
{
    const double ranks = (double)integer_of(p->head, "ranks");

    c->program = p;
    c->weight = xcalloc(c->sizes, sizeof(*c->weight));
    for (size_t i = 0; i < p->n; i++) {
        const struct program_line *l = &p->v[i];

        if (l->procs != c->procs || strcmp(l->name, c->op) != 0)
            continue;
        for (size_t size = 0; size < c->sizes; size++)
            if (c->bytes[size] == l->bytes && ranks > 0)
                c->weight[size] = (struct weight){
                    l->calls * (double)l->procs / ranks, l->work};
    }
}

void comparisons_weigh(struct comparisons *all, const struct program *p)
{
    for (size_t i = 0; i < all->n; i++)
        comparison_weigh(&all->v[i], p);
}

/* ---- savings ------------------------------------------------------------- */

double algo_saves(const struct comparison *c, size_t size, size_t algo)
{
    const struct algo_pair *v = pair_of(c, size, algo, 0);
    double saved, share;

    if (algo == 0 || c->program == NULL || isnan(v->gain))
        return 0;
    saved = c->weight[size].calls * v->gain;
    share = c->weight[size].work * (1 - 1 / v->times);
    return fabs(saved) < fabs(share) ? saved : share;
}

double choice_saves(const struct comparison *c, const size_t *chosen,
                    size_t first, size_t last)
{
    double sum = 0;

    for (size_t size = first; size <= last; size++)
        if (chosen[size] != 0)
            sum +=
                algo_saves(c, size, chosen[size]) -
                (chosen == c->front ? algo_saves(c, size, c->rule[size]) : 0);
    return sum;
}

double least_saving(const struct comparison *c)
{
    return c->program == NULL
               ? 0
               : least_share * number_of(c->program->head, "seconds");
}

void drop_small(const struct comparison *c, size_t *chosen)
{
    for (size_t a = 1; a < c->algos; a++) {
        double sum = 0;

        for (size_t size = 0; size < c->sizes; size++)
            if (chosen[size] == a)
                sum += choice_saves(c, chosen, size, size);
        for (size_t size = 0; size < c->sizes; size++)
            if (chosen[size] == a && sum < least_saving(c))
                chosen[size] = 0;
    }
}

/* ---- what is printed ----------------------------------------------------- */

void print_saving(FILE *f, const struct program *p, double seconds)
{
    fprintf(f, "%s %s of %s (%s)", seconds < 0 ? "costs" : "saves",
            TIME_TEXT(fabs(seconds)), TIME_TEXT(number_of(p->head, "seconds")),
            SHARE_TEXT(p, fabs(seconds)));
}

void print_sum(FILE *f, const struct comparisons *all, const struct program *p,
               bool profile)
{
    char *name = program_name(p);
    double sum = 0;
    bool any = false;

    for (size_t i = 0; i < all->n; i++) {
        const struct comparison *c = &all->v[i];
        const size_t *chosen[] = {c->rule, c->front};

        for (size_t k = 0; k < (profile ? 2 : 1); k++) {
            any |= comparison_counts(c) && comparison_has(c, chosen[k]);
            sum += choice_saves(c, chosen[k], 0, c->sizes - 1);
        }
    }
    if (any) {
        fprintf(f, "%s: all of this ", name);
        print_saving(f, p, sum);
        fputc('\n', f);
    }
    free(name);
}
