/* options_operand.c: operands, OPERATION[:ALGORITHM[,ALGORITHM]...]. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

static char *algo_unknown(const struct registry *r, const struct op *op,
                          const char *name)
{
    const char **names;
    char *why, *cause;
    size_t n = 0;

    names = xcalloc(r->nalgos, sizeof(*names));
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op))
            names[n++] = r->algos[i]->name;
    why = names_unknown("algorithm", name, names, n);
    cause = xasprintf("%s: %s", op->name, why);
    free(why);
    free(names);
    return cause;
}

static bool choice_has(const struct choice *c, const struct algo *algo)
{
    for (size_t i = 0; i < c->nalgos; i++)
        if (c->algos[i] == algo)
            return true;
    return false;
}

/* Has the operation been asked for with that algorithm before? */
static bool options_has(const struct options *o, const struct choice *c,
                        const struct algo *algo)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op == c->op && choice_has(&o->choices[i], algo))
            return true;
    return choice_has(c, algo);
}

static int algo_add(const struct options *o, struct choice *c, const char *name,
                    char **cause)
{
    const struct algo *algo = registry_algo(&o->registry, c->op, name);

    if (algo == NULL) {
        *cause = *name != '\0'
                     ? algo_unknown(&o->registry, c->op, name)
                     : xasprintf("%s: an algorithm is missing", c->op->name);
        return -1;
    }
    if (options_has(o, c, algo)) {
        *cause = xasprintf("%s: '%s' is given twice", c->op->name, algo->name);
        return -1;
    }
    c->algos = xreallocarray(c->algos, c->nalgos + 1, sizeof(*c->algos));
    c->algos[c->nalgos++] = algo;
    return 0;
}

/* Algorithms NAME[,NAME]...; without any the MPI library's own. */
static int algos_add(const struct options *o, struct choice *c,
                     const char *names, char **cause)
{
    char *copy, *rest;
    int rc = 0;

    if (names == NULL)
        return algo_add(o, c, algo_native.name, cause);
    copy = rest = xstrdup(names);
    while (rc == 0 && rest != NULL)
        rc = algo_add(o, c, strsep(&rest, ","), cause);
    free(copy);
    return rc;
}

static int choice_add(struct options *o, const struct op *op, const char *algos,
                      char **cause)
{
    struct choice c = {.op = op};

    if (algos_add(o, &c, algos, cause) != 0) {
        free(c.algos);
        return -1;
    }
    o->choices =
        xreallocarray(o->choices, o->nchoices + 1, sizeof(*o->choices));
    o->choices[o->nchoices++] = c;
    return 0;
}

/* All operations whose name the pattern fits. */
static int choices_add(struct options *o, const char *pattern,
                       const char *algos, char **cause)
{
    size_t before = o->nchoices;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < o->registry.nops; i++)
        if (fnmatch(pattern, o->registry.ops[i]->name, 0) == 0)
            rc = choice_add(o, o->registry.ops[i], algos, cause);
    if (rc == 0 && o->nchoices == before) {
        *cause = xasprintf("no operation is like '%s' (--list shows those "
                           "there are)",
                           pattern);
        return -1;
    }
    return rc;
}

int operand_set(struct options *o, const char *arg, char **cause)
{
    char *copy = xstrdup(arg), *algos = copy, *name = strsep(&algos, ":");
    const struct op *op = registry_op(&o->registry, name);
    int rc = -1;

    if (op != NULL)
        rc = choice_add(o, op, algos, cause);
    else if (strpbrk(name, "*?[") != NULL)
        rc = choices_add(o, name, algos, cause);
    else
        *cause = *name != '\0'
                     ? catalog_unknown(&o->registry, KIND_OPERATION, name)
                     : xstrdup("the name of an operation is empty");
    free(copy);
    return rc;
}
