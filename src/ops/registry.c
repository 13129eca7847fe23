/* registry.c: the tables of operations and algorithms, and plug-ins' rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/registry.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/families.h"

static const struct op *const *const families[] = {
    coll_ops, p2p_ops, rma_ops, waitpattern_ops, null_ops,
};

const struct algo algo_native = {
    .name = "native",
    .help = "the MPI library's own",
};

static const struct algo *const own_algos[] = {
    &algo_native,
    &algo_overlap,
    &algo_shmbcast,
    NULL,
};

static void ops_add(struct registry *r, const struct op *const *ops)
{
    for (; ops != NULL && *ops != NULL; ops++) {
        r->ops = xreallocarray(r->ops, r->nops + 1, sizeof(*r->ops));
        r->ops[r->nops++] = *ops;
    }
}

static void algos_add(struct registry *r, const struct algo *const *algos)
{
    for (; algos != NULL && *algos != NULL; algos++) {
        r->algos = xreallocarray(r->algos, r->nalgos + 1, sizeof(*r->algos));
        r->algos[r->nalgos++] = *algos;
    }
}

void registry_open(struct registry *r)
{
    *r = (struct registry){0};
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
        ops_add(r, families[i]);
    algos_add(r, own_algos);
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

const struct op *op_find(const char *name)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
        for (const struct op *const *op = families[i]; *op != NULL; op++)
            if (strcmp((*op)->name, name) == 0)
                return *op;
    return NULL;
}

/* ---- plug-ins ---------------------------------------------------------- */

/* A name that is there already would hide the older one or never be found. */
static char *clash(const struct registry *r, const struct mpiperf_plugin *p)
{
    for (const struct op *const *op = p->ops; op != NULL && *op != NULL; op++)
        if (registry_op(r, (*op)->name) != NULL)
            return xasprintf("operation '%s' is there already", (*op)->name);
    for (const struct algo *const *a = p->algos; a != NULL && *a != NULL; a++)
        for (size_t i = 0; i < r->nalgos; i++)
            if (strcmp(r->algos[i]->name, (*a)->name) == 0 &&
                (r->algos[i]->op == NULL || (*a)->op == NULL ||
                 strcmp(r->algos[i]->op, (*a)->op) == 0))
                return xasprintf("algorithm '%s' is there already",
                                 (*a)->name);
    return NULL;
}

int registry_plugin(struct registry *r, const char *file, char **cause)
{
    /* Without a slash dlopen() would search the system's libraries. */
    char *path = xasprintf("%s%s", strchr(file, '/') != NULL ? "" : "./", file);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct mpiperf_plugin *p;

    free(path);
    if (object == NULL) {
        *cause = xstrdup(dlerror());
        return -1;
    }
    p = dlsym(object, "mpiperf_plugin");
    if (p == NULL)
        *cause = xasprintf("%s has no mpiperf_plugin", file);
    else if (p->size != MPIPERF_PLUGIN_SIZE)
        *cause = xasprintf("%s was built for another version of mpiperf", file);
    else
        *cause = clash(r, p);
    if (*cause != NULL) {
        dlclose(object);
        return -1;
    }
    ops_add(r, p->ops);
    algos_add(r, p->algos);
    r->objects =
        xreallocarray(r->objects, r->nobjects + 1, sizeof(*r->objects));
    r->objects[r->nobjects++] = object;
    return 0;
}
