/* options_operand.c: operands, OPERATION[:ALGORITHM[,ALGORITHM]...]. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

static char *algo_unknown(const struct op *op, const char *name)
{
    const char **names;
    char *why, *cause;
    size_t n = 0;

    while (algo_table[n] != NULL)
        n++;
    names = xcalloc(n, sizeof(*names));
    n = 0;
    for (const struct algo *const *a = algo_table; *a != NULL; a++)
        if (algo_find(op, (*a)->name) == *a)
            names[n++] = (*a)->name;
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
    const struct algo *algo = algo_find(c->op, name);

    if (algo == NULL) {
        *cause = *name != '\0'
                     ? algo_unknown(c->op, name)
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

static int op_parse(struct choice *c, const char *name, char **cause)
{
    c->op = op_find(name);
    if (c->op != NULL)
        return 0;
    *cause = *name != '\0' ? catalog_unknown(KIND_OPERATION, name)
                           : xstrdup("the name of an operation is empty");
    return -1;
}

int operand_set(struct options *o, const char *arg, char **cause)
{
    char *copy = xstrdup(arg), *algos = copy, *name;
    struct choice c = {0};
    int rc;

    name = strsep(&algos, ":");
    rc = op_parse(&c, name, cause);
    if (rc == 0 && algos == NULL)
        rc = algo_add(o, &c, algo_native.name, cause);
    while (rc == 0 && algos != NULL)
        rc = algo_add(o, &c, strsep(&algos, ","), cause);
    free(copy);
    if (rc != 0) {
        free(c.algos);
        return -1;
    }
    o->choices =
        xreallocarray(o->choices, o->nchoices + 1, sizeof(*o->choices));
    o->choices[o->nchoices++] = c;
    return 0;
}
