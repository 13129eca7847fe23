/* blocks.c: the times of a case, block by block. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/blocks.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The numbers of all blocks that have runs, ascending, each once; malloced. */
static size_t *numbers_of(const struct runs *const *set, size_t sets, size_t *n)
{
    size_t all = 0, *number;

    for (size_t k = 0; k < sets; k++)
        all += set[k]->n;
    number = xcalloc(all + 1, sizeof(*number));
    all = 0;
    for (size_t k = 0; k < sets; k++)
        for (size_t i = 0; i < set[k]->n; i++)
            number[all++] = set[k]->v[i].block;
    qsort(number, all, sizeof(*number), by_number);
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (i == 0 || number[i] != number[i - 1])
            number[(*n)++] = number[i];
    return number;
}

void blocks_init(struct blocks *b, const struct runs *const *set, size_t sets)
{
    size_t *number;

    *b = (struct blocks){0};
    number = numbers_of(set, sets, &b->n);
    for (size_t k = 0; k < sets; k++) {
        b->of[k] = xcalloc(set[k]->n + 1, sizeof(*b->of[k]));
        for (size_t i = 0; i < set[k]->n; i++) {
            const size_t *at = bsearch(&set[k]->v[i].block, number, b->n,
                                       sizeof(*number), by_number);

            b->of[k][i] = (size_t)(at - number);
        }
    }
    free(number);
}

void blocks_init_apart(struct blocks *b, const struct runs *const *set,
                       size_t sets)
{
    *b = (struct blocks){0};
    for (size_t k = 0; k < sets; k++) {
        b->of[k] = xcalloc(set[k]->n + 1, sizeof(*b->of[k]));
        for (size_t i = 0; i < set[k]->n; i++)
            b->of[k][i] = i;
        b->n = set[k]->n > b->n ? set[k]->n : b->n;
    }
}

void blocks_fini(struct blocks *b)
{
    free(b->of[0]);
    free(b->of[1]);
}

double *blocks_times(const struct blocks *b, size_t set,
                     const struct runs *runs, const struct runs_case *c,
                     long command)
{
    double *x = xcalloc(b->n + 1, sizeof(*x));

    for (size_t i = 0; i < b->n; i++)
        x[i] = NAN;
    for (size_t i = 0; i < c->n; i++) {
        size_t run = c->v[i].run;

        if (runs->v[run].command == command && c->v[i].time > 0)
            x[b->of[set][run]] = log(c->v[i].time);
    }
    return x;
}
