/* registry.c: lists of operations and algorithms; plug-ins. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/registry.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "lib/file.h"
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/beside.h"
#include "ops/layout.h"
#include "ops/setup.h"

static const struct op *const *const families[] = {
    coll_ops, p2p_ops, rma_ops, create_ops, waitpattern_ops, null_ops,
};
enum { NFAMILIES = sizeof(families) / sizeof(families[0]) };

/* False for operations that have algorithms only. */
static bool native_fits(const struct op *op)
{
    return op_has_call(op) || op_sends_messages(op) || op->missing != NULL;
}

const struct algo algo_native = {
    .name = "native",
    .fits = native_fits,
    .help = "the MPI library's own implementation",
};

static const struct algo *const own_algos[] = {
    &algo_native,
    &algo_overlap,
    NULL,
};

void registry_open(struct registry *r)
{
    *r = (struct registry){0};
    for (size_t i = 0; i < NFAMILIES; i++)
        registry_add_ops(r, families[i]);
    registry_add(r, own_algos);
    registry_add(r, load_algos);
}

void registry_add_ops(struct registry *r, const struct op *const *ops)
{
    for (; *ops != NULL; ops++)
        XAPPEND(r->ops, r->nops, *ops);
}

void registry_add(struct registry *r, const struct algo *const *algos)
{
    for (; *algos != NULL; algos++)
        XAPPEND(r->algos, r->nalgos, *algos);
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

bool algo_named(const struct algo *algo, const char *name)
{
    return strcmp(algo->name, name) == 0 ||
           (algo->also != NULL && strcmp(algo->also, name) == 0);
}

const struct algo *registry_algo(const struct registry *r, const struct op *op,
                                 const char *name)
{
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_named(r->algos[i], name) && algo_fits(r->algos[i], op))
            return r->algos[i];
    return NULL;
}

const struct param_table **registry_tables(const struct registry *r)
{
    const struct param_table **tables =
        xcalloc(r->nops + r->nalgos + 1, sizeof(*tables));
    size_t n = 0;

    for (size_t i = 0; i < r->nops + r->nalgos; i++) {
        const struct param_table *t =
            i < r->nops ? r->ops[i]->params : r->algos[i - r->nops]->params;
        bool known = t == NULL;

        for (size_t j = 0; j < n && !known; j++)
            known = tables[j]->rows == t->rows;
        if (!known)
            tables[n++] = t;
    }
    return tables;
}

const struct param *op_option(const struct op *op, const char *name)
{
    const struct param *p =
        op->params != NULL ? params_find(op->params, name) : NULL;

    return p != NULL && p->option ? p : NULL;
}

const struct param *registry_option(const struct registry *r, const char *name,
                                    const struct param_table **table)
{
    for (size_t i = 0; i < r->nops; i++) {
        const struct param *p = op_option(r->ops[i], name);

        if (p != NULL) {
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

/* ---- plug-ins: checks of a descriptor ----------------------------------- */

/* True if the name has only letters, digits, _ and -. They have no special
 * meaning in operands, patterns and --param, and messages need not quote
 * them. */
static bool name_legal(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    return name != NULL && *name != '\0' &&
           strspn(name, letters) == strlen(name);
}

static bool table_complete(const struct param_table *t)
{
    if (t == NULL)
        return true;
    if (!name_legal(t->owner) || t->rows == NULL || t->size == 0)
        return false;
    for (const struct param *p = t->rows; p->name != NULL; p++)
        if (!name_legal(p->name) || param_default(p) == NULL ||
            p->help == NULL || (p->option && p->arg == NULL) ||
            (p->type == PARAM_WORD && p->words == NULL))
            return false;
    return true;
}

static bool figures_legal(const struct figure *f)
{
    size_t n = 0;

    for (; f != NULL && f->name != NULL; f++, n++)
        if (!name_legal(f->name) || f->unit == NULL || f->help == NULL)
            return false;
    return n <= FIGURES_MAX;
}

/* ---- plug-ins: refused descriptors: the cause, malloced, or NULL -------- */

/* Checks the common parts of operations and algorithms. `kind` is "operation"
 * or "algorithm". */
static char *row_refuse(const char *kind, const char *name, const char *help,
                        const struct param_table *params,
                        const struct figure *figures)
{
    if (help == NULL)
        return xasprintf("%s '%s' has no help", kind, name);
    if (!table_complete(params))
        return xasprintf("%s '%s' has a parameter without name, default or "
                         "help",
                         kind, name);
    if (!figures_legal(figures))
        return xasprintf("%s '%s' has a figure without name, unit or help, or "
                         "too many",
                         kind, name);
    return NULL;
}

/* Refuses an operation with an option that another operation has, too. */
static char *option_refuse(const struct registry *r, const struct op *op)
{
    if (op->params == NULL)
        return NULL;
    for (const struct param *p = op->params->rows; p->name != NULL; p++) {
        const struct param_table *table = NULL;
        const struct param *other =
            p->option ? registry_option(r, p->name, &table) : NULL;

        if (other != NULL && table != op->params)
            return xasprintf(
                "operation '%s' has an option --%s, which exists already",
                op->name, p->name);
    }
    return NULL;
}

static char *op_refuse(const struct registry *r, const struct op *op)
{
    char *cause;

    if (!name_legal(op->name))
        return xstrdup("an operation has no name of letters, digits, - and _");
    if (registry_op(r, op->name) != NULL)
        return xasprintf("operation '%s' exists already", op->name);
    cause = row_refuse("operation", op->name, op->help, op->params,
                       op->life.figures);
    return cause != NULL ? cause : option_refuse(r, op);
}

/* True if one of its operations has another algorithm with this name. */
static bool algo_clashes(const struct registry *r, const struct algo *algo,
                         const char *name)
{
    for (size_t i = 0; i < r->nops; i++)
        if (algo_fits(algo, r->ops[i]) &&
            registry_algo(r, r->ops[i], name) != NULL)
            return true;
    return false;
}

static char *algo_refuse(const struct registry *r, const struct algo *algo)
{
    const char *also = algo->also;

    if (!name_legal(algo->name) || (also != NULL && !name_legal(also)))
        return xstrdup("an algorithm has no name of letters, digits, - and _");
    if (algo->op != NULL && registry_op(r, algo->op) == NULL)
        return xasprintf(
            "algorithm '%s' is for an operation %s that does not exist",
            algo->name, QUOTED(algo->op));
    if (algo_clashes(r, algo, algo->name))
        return xasprintf("algorithm '%s' exists already", algo->name);
    if (also != NULL && algo_clashes(r, algo, also))
        return xasprintf("algorithm '%s' exists already", also);
    if (algo->run == NULL)
        return xasprintf("algorithm '%s' has no call", algo->name);
    if (algo->params != NULL && algo->params->owner != NULL &&
        strcmp(algo->params->owner, algo->name) != 0)
        return xasprintf("algorithm '%s' has parameters of '%s'", algo->name,
                         algo->params->owner);
    return row_refuse("algorithm", algo->name, algo->help, algo->params,
                      algo->life.figures);
}

/* ---- plug-ins: added descriptors ---------------------------------------- */

/* Adds descriptors one by one, so that each is checked against the earlier ones
 * of the plug-in, too. Returns why one was refused, malloced, or NULL. */
static char *rows_add(struct registry *r, const struct mpiperf_plugin *p)
{
    const struct op *const *op = p->ops;
    const struct algo *const *algo = p->algos;
    char *cause = NULL;

    for (; op != NULL && *op != NULL && cause == NULL; op++)
        if ((cause = op_refuse(r, *op)) == NULL)
            XAPPEND(r->ops, r->nops, *op);
    for (; algo != NULL && *algo != NULL && cause == NULL; algo++)
        if ((cause = algo_refuse(r, *algo)) == NULL)
            XAPPEND(r->algos, r->nalgos, *algo);
    return cause;
}

/* Refuses an operation (with number >= first) that has neither a call nor an
 * algorithm. */
static char *idle_op(const struct registry *r, size_t first)
{
    for (size_t i = first; i < r->nops; i++) {
        bool done = false;

        for (size_t j = 0; j < r->nalgos && !done; j++)
            done = algo_fits(r->algos[j], r->ops[i]);
        if (!done)
            return xasprintf("operation '%s' has no call", r->ops[i]->name);
    }
    return NULL;
}

/* True if a data symbol is at this address, large enough and aligned for a
 * struct mpiperf_plugin. Otherwise the structure must not be read. */
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

/* Adds all descriptors of a plug-in, or none. Returns why it was refused,
 * malloced, or NULL. */
static char *plugin_add(struct registry *r, void *object)
{
    const struct mpiperf_plugin *p = dlsym(object, "mpiperf_plugin");
    size_t nops = r->nops, nalgos = r->nalgos;
    char *cause;

    if (p == NULL)
        return xstrdup("has no symbol mpiperf_plugin: it is not a plug-in");
    if (!is_table(p))
        return xstrdup(
            "its symbol mpiperf_plugin is not a struct mpiperf_plugin: "
            "it is not a plug-in");
    if (p->abi != MPIPERF_PLUGIN_ABI)
        return xstrdup("was built for another version of mpiperf or another "
                       "MPI library: compile it again");
    if (p->ops == NULL && p->algos == NULL)
        return xstrdup("has neither operations nor algorithms");
    cause = rows_add(r, p);
    if (cause == NULL)
        cause = idle_op(r, nops);
    if (cause != NULL) {
        r->nops = nops;
        r->nalgos = nalgos;
    }
    return cause;
}

/* Returns the dynamic linker's message, without the leading file name,
 * malloced. */
static char *load_error(const char *path)
{
    const char *text = dlerror();
    size_t n = strlen(path);

    if (strncmp(text, path, n) == 0 && strncmp(text + n, ": ", 2) == 0)
        text += n + 2;
    return xstrdup(SHOWN_LINE(text));
}

int registry_plugin(struct registry *r, const char *file, char **cause)
{
    /* without a slash, dlopen() would search the system's libraries */
    char *path = xasprintf("%s%s", strchr(file, '/') != NULL ? "" : "./", file);
    char *refused = NULL;
    void *object = NULL;

    if (file_irregular(file))
        refused = xstrdup("is not a regular file");
    else if ((object = dlopen(path, RTLD_NOW | RTLD_LOCAL)) == NULL)
        refused = load_error(path);
    else
        refused = plugin_add(r, object);
    free(path);
    if (refused != NULL) {
        if (object != NULL)
            dlclose(object);
        *cause = xasprintf("%s: %s", QUOTED(file), refused);
        free(refused);
        return -1;
    }
    XAPPEND(r->objects, r->nobjects, object);
    return 0;
}
