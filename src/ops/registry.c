/* registry.c: the tables of operations and algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/registry.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "ops/families.h"
#include "ops/setup.h"

static const struct op *const *const families[] = {
    coll_ops, p2p_ops, rma_ops, waitpattern_ops, null_ops, dsm_ops,
};
enum { NFAMILIES = sizeof(families) / sizeof(families[0]) };

/* Operations that only algorithms do have none. */
static bool native_fits(const struct op *op)
{
    return op_has_call(op) || op_sends_messages(op) || op->missing != NULL;
}

const struct algo algo_native = {
    .name = "native",
    .fits = native_fits,
    .help = "the MPI library's own",
};

static const struct algo *const of_many[] = {
    &algo_native,
    &algo_overlap,
    NULL,
};

static const struct algo *const *const own_algos[] = {
    of_many,
    dsm_barrier_algos,
    dsm_algos,
};
enum { NALGOS = sizeof(own_algos) / sizeof(own_algos[0]) };

void registry_add_op(struct registry *r, const struct op *op)
{
    r->ops = xreallocarray(r->ops, r->nops + 1, sizeof(*r->ops));
    r->ops[r->nops++] = op;
}

void registry_add_algo(struct registry *r, const struct algo *algo)
{
    r->algos = xreallocarray(r->algos, r->nalgos + 1, sizeof(*r->algos));
    r->algos[r->nalgos++] = algo;
}

void registry_open(struct registry *r)
{
    *r = (struct registry){0};
    for (size_t i = 0; i < NFAMILIES; i++)
        for (const struct op *const *op = families[i]; *op != NULL; op++)
            registry_add_op(r, *op);
    for (size_t i = 0; i < NALGOS; i++)
        registry_add(r, own_algos[i]);
}

void registry_add(struct registry *r, const struct algo *const *algos)
{
    for (; *algos != NULL; algos++)
        registry_add_algo(r, *algos);
}

void registry_close(struct registry *r)
{
    free(r->ops);
    free(r->algos);
    for (size_t i = 0; i < r->nobjects; i++)
        dlclose(r->objects[i]);
    free(r->objects);
    *r = (struct registry){0};
}

bool algo_fits(const struct algo *algo, const struct op *op)
{
    if (algo->fits != NULL)
        return algo->fits(op);
    return algo->op == NULL || strcmp(algo->op, op->name) == 0;
}

const char *algo_owner(const struct algo *algo)
{
    return algo->params != NULL ? algo->params->owner : algo->name;
}

const struct op *registry_op(const struct registry *r, const char *name)
{
    for (size_t i = 0; i < r->nops; i++)
        if (strcmp(r->ops[i]->name, name) == 0)
            return r->ops[i];
    return NULL;
}

const struct algo *registry_algo(const struct registry *r, const struct op *op,
                                 const char *name)
{
    for (size_t i = 0; i < r->nalgos; i++)
        if (strcmp(r->algos[i]->name, name) == 0 && algo_fits(r->algos[i], op))
            return r->algos[i];
    return NULL;
}

size_t registry_tables(const struct registry *r,
                       const struct param_table **tables)
{
    size_t n = 0;

    for (size_t i = 0; i < r->nops + r->nalgos; i++) {
        const struct param_table *t =
            i < r->nops ? r->ops[i]->params : r->algos[i - r->nops]->params;
        bool known = t == NULL;

        for (size_t j = 0; j < n && !known; j++)
            known = tables[j] == t;
        if (!known)
            tables[n++] = t;
    }
    return n;
}

const struct param *registry_option(const struct registry *r, const char *name,
                                    const struct param_table **table)
{
    for (size_t i = 0; i < r->nops; i++) {
        const struct param *p = r->ops[i]->params != NULL
                                    ? params_find(r->ops[i]->params, name)
                                    : NULL;

        if (p != NULL && p->option) {
            *table = r->ops[i]->params;
            return p;
        }
    }
    return NULL;
}

const struct op *op_find(const char *name)
{
    const struct op *op = NULL;

    for (size_t i = 0; i < NFAMILIES && op == NULL; i++)
        op = names_row(families[i], name);
    return op;
}
