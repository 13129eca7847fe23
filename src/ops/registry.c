/* registry.c: the tables of operations and algorithms, and plug-ins' rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/registry.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "lib/file.h"
#include "lib/params.h"
#include "lib/quote.h"
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
    &algo_native, &algo_overlap, &algo_shmbcast, &algo_shmbcast_auto, NULL,
};

static void op_add(struct registry *r, const struct op *op)
{
    r->ops = xreallocarray(r->ops, r->nops + 1, sizeof(*r->ops));
    r->ops[r->nops++] = op;
}

static void algo_add(struct registry *r, const struct algo *algo)
{
    r->algos = xreallocarray(r->algos, r->nalgos + 1, sizeof(*r->algos));
    r->algos[r->nalgos++] = algo;
}

void registry_open(struct registry *r)
{
    *r = (struct registry){0};
    for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
        for (const struct op *const *op = families[i]; *op != NULL; op++)
            op_add(r, *op);
    for (const struct algo *const *algo = own_algos; *algo != NULL; algo++)
        algo_add(r, *algo);
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

/* A name that operands, patterns and --param can tell from what is beside it;
 * it is quoted in messages as it is. */
static bool name_legal(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    return name != NULL && *name != '\0' &&
           strspn(name, letters) == strlen(name);
}

static bool param_complete(const struct param *p)
{
    return name_legal(p->name) && p->def != NULL && p->help != NULL;
}

static bool call_made(const struct op_call *call)
{
    return call->run != NULL || call->start != NULL || call->init != NULL;
}

/* Why the operation can't be taken, malloced; NULL: it can. */
static char *op_refuse(const struct registry *r, const struct op *op)
{
    if (!name_legal(op->name))
        return xstrdup("an operation has no name of letters, digits, - and _");
    if (registry_op(r, op->name) != NULL)
        return xasprintf("operation '%s' is there already", op->name);
    if (op->help == NULL)
        return xasprintf("operation '%s' has no help", op->name);
    if (op->missing == NULL && !call_made(&op->call))
        return xasprintf("operation '%s' has no call", op->name);
    if (op->param != NULL && !param_complete(op->param))
        return xasprintf("operation '%s' has a parameter without name, "
                         "default or help",
                         op->name);
    return NULL;
}

/* Is there an operation that has two algorithms of that name then? */
static bool algo_clashes(const struct registry *r, const struct algo *algo)
{
    for (size_t i = 0; i < r->nops; i++)
        if (algo_fits(algo, r->ops[i]) &&
            registry_algo(r, r->ops[i], algo->name) != NULL)
            return true;
    return false;
}

static bool params_complete(const struct param *p)
{
    for (; p != NULL && p->name != NULL; p++)
        if (!param_complete(p))
            return false;
    return true;
}

static char *algo_refuse(const struct registry *r, const struct algo *algo)
{
    if (!name_legal(algo->name))
        return xstrdup("an algorithm has no name of letters, digits, - and _");
    if (algo->op != NULL && registry_op(r, algo->op) == NULL)
        return xasprintf("algorithm '%s' is for an operation '%s' that is not "
                         "there",
                         algo->name, algo->op);
    if (algo_clashes(r, algo))
        return xasprintf("algorithm '%s' is there already", algo->name);
    if (algo->help == NULL)
        return xasprintf("algorithm '%s' has no help", algo->name);
    if (algo->run == NULL)
        return xasprintf("algorithm '%s' has no call", algo->name);
    if (!params_complete(algo->params))
        return xasprintf("algorithm '%s' has a parameter without name, "
                         "default or help",
                         algo->name);
    return NULL;
}

/* Each row after a look at it, so that two of the plug-in's own are not alike
 * either. NULL, or why one was refused, malloced. */
static char *rows_add(struct registry *r, const struct mpiperf_plugin *p)
{
    const struct op *const *op = p->ops;
    const struct algo *const *algo = p->algos;
    char *why = NULL;

    for (; op != NULL && *op != NULL && why == NULL; op++)
        if ((why = op_refuse(r, *op)) == NULL)
            op_add(r, *op);
    for (; algo != NULL && *algo != NULL && why == NULL; algo++)
        if ((why = algo_refuse(r, *algo)) == NULL)
            algo_add(r, *algo);
    return why;
}

/* The symbol is read when it is data, all there, and where such data may be. */
static bool is_table(const void *at)
{
    const ElfW(Sym) * symbol;
    Dl_info info;

    return dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) != 0 &&
           symbol != NULL && info.dli_saddr == at &&
           ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT &&
           symbol->st_size >= sizeof(struct mpiperf_plugin) &&
           (uintptr_t)at % _Alignof(struct mpiperf_plugin) == 0;
}

/* All rows or none. */
static char *plugin_add(struct registry *r, void *object)
{
    const struct mpiperf_plugin *p = dlsym(object, "mpiperf_plugin");
    size_t nops = r->nops, nalgos = r->nalgos;
    char *why;

    if (p == NULL)
        return xstrdup("has no symbol mpiperf_plugin: it is no plug-in");
    if (!is_table(p))
        return xstrdup("its symbol mpiperf_plugin is no struct mpiperf_plugin: "
                       "it is no plug-in");
    if (p->abi != MPIPERF_PLUGIN_ABI)
        return xstrdup("was built for another version of mpiperf or another "
                       "MPI library: compile it again");
    if (p->ops == NULL && p->algos == NULL)
        return xstrdup("has neither operations nor algorithms");
    why = rows_add(r, p);
    if (why != NULL) {
        r->nops = nops;
        r->nalgos = nalgos;
    }
    return why;
}

/* What the linker says, without the name of the file before it. */
static char *load_error(const char *path)
{
    const char *text = dlerror();
    size_t n = strlen(path);

    if (strncmp(text, path, n) == 0 && strncmp(text + n, ": ", 2) == 0)
        text += n + 2;
    return xstrdup(text);
}

static int plugin_refuse(const char *file, char *why, char **cause)
{
    char *name = quote(file);

    *cause = xasprintf("%s: %s", name, why);
    free(name);
    free(why);
    return -1;
}

int registry_plugin(struct registry *r, const char *file, char **cause)
{
    void *object;
    char *path, *why;

    if (file_irregular(file))
        return plugin_refuse(file, xstrdup("is no regular file"), cause);
    /* Without a slash dlopen() would search the system's libraries. */
    path = xasprintf("%s%s", strchr(file, '/') != NULL ? "" : "./", file);
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    why = object == NULL ? load_error(path) : plugin_add(r, object);
    free(path);
    if (why != NULL && object != NULL)
        dlclose(object);
    if (why != NULL)
        return plugin_refuse(file, why, cause);
    r->objects =
        xreallocarray(r->objects, r->nobjects + 1, sizeof(*r->objects));
    r->objects[r->nobjects++] = object;
    return 0;
}
