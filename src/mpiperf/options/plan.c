/* plan.c: makes the list of cases to measure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/plan.h"

#include <stdbool.h>
#include <stdlib.h>

#include "lib/xmalloc.h"
#include "ops/pairs.h"

const struct dtype *options_dtype(const struct options *o, const struct op *op)
{
    if (o->dtype != NULL && !(op->flags & OP_NODATA))
        return o->dtype;
    return dtype_find(op->flags & OP_INTEGER                   ? "int64"
                      : op->flags & (OP_REDUCTION | OP_DOUBLE) ? "double"
                                                               : "byte");
}

/* Returns the numbers of elements for the sizes of -m, rounded up, without
 * duplicates. */
static struct sweep counts_make(const struct options *o,
                                const struct choice *choice,
                                const struct dtype *dtype)
{
    const struct op *op = choice->op;
    int64_t size = (int64_t)dtype->size;
    struct sweep counts = {0};

    if (choice->one_case)
        XAPPEND(counts.v, counts.n, choice->content.bytes / size);
    else if (op->flags & (OP_NODATA | OP_SINGLE))
        XAPPEND(counts.v, counts.n, op->flags & OP_NODATA ? 0 : 1);
    else
        for (size_t i = 0; i < o->size.n; i++)
            XAPPEND(counts.v, counts.n,
                    o->size.v[i] / size + (o->size.v[i] % size > 0));
    sweep_unique(&counts);
    return counts;
}

/* Adds a case; with --root=all one for each root, with --pairs=each one for
 * each round of pairs. Operations without a root get root 0. */
static void roots_add(struct plan *p, const struct options *o,
                      struct bench_case c)
{
    bool rooted = (c.choice->op->flags & OP_ROOTED) != 0;

    if (rooted && o->root == ROOT_ALL) {
        for (c.root = 0; c.root < c.procs / o->how.called.groups; c.root++)
            XAPPEND(p->cases, p->n, c);
        return;
    }
    c.root = rooted && o->root >= 0 ? o->root : 0;
    c.rotate = rooted && o->root == ROOT_ROTATE;
    c.rounds = pairs_rounds_of(c.choice->op, c.choice->values, c.procs);
    do
        XAPPEND(p->cases, p->n, c);
    while (++c.round < c.rounds);
}

static void choice_add(struct plan *p, const struct options *o,
                       const struct choice *choice)
{
    const struct dtype *dtype = options_dtype(o, choice->op);
    struct sweep counts = counts_make(o, choice, dtype);

    for (size_t i = 0; i < o->procs.n; i++) {
        for (size_t j = 0; j < counts.n; j++) {
            struct bench_case c = {
                .choice = choice,
                .procs = (int)o->procs.v[i],
                .dtype = dtype,
                .count = counts.v[j],
                .bytes = choice->one_case ? choice->content.bytes
                                          : counts.v[j] * (int64_t)dtype->size,
                .called = o->how.called,
            };

            roots_add(p, o, c);
        }
    }
    sweep_free(&counts);
}

void plan_build(struct plan *p, const struct options *o)
{
    *p = (struct plan){0};
    if (o->calls != NULL) {
        calls_plan(p, o);
        return;
    }
    for (size_t i = 0; i < o->nchoices; i++)
        choice_add(p, o, &o->choices[i]);
}

void plan_free(struct plan *p)
{
    for (size_t i = 0; i < p->n; i++)
        free((void *)p->cases[i].called.arrival.delay);
    free(p->cases);
    *p = (struct plan){0};
}
