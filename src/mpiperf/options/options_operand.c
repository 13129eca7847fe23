/* options_operand.c: operands, OPERATION[:ALGORITHM[,ALGORITHM]...]; the
 * operation's name may be a pattern. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

/* Of those that the operation has; NULL: of all there are. */
static char *algo_unknown(const struct registry *r, const struct op *op,
                          const char *of, const char *name)
{
    const char **names;
    char *why, *cause;
    size_t n = 0;

    names = xcalloc(r->nalgos, sizeof(*names));
    for (size_t i = 0; i < r->nalgos; i++)
        if (op == NULL || algo_fits(r->algos[i], op))
            names[n++] = r->algos[i]->name;
    why = names_unknown("algorithm", name, names, n);
    cause = xasprintf("%s: %s", of, why);
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

static void choice_extend(struct choice *c, const struct algo *algo)
{
    c->algos = xreallocarray(c->algos, c->nalgos + 1, sizeof(*c->algos));
    c->algos[c->nalgos++] = algo;
}

/* One of the algorithms that the operation has been asked for with before. */
static const struct algo *asked_before(const struct options *o,
                                       const struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; o->choices[i].op == c->op && j < c->nalgos; j++)
            if (choice_has(&o->choices[i], c->algos[j]))
                return c->algos[j];
    return NULL;
}

static int algo_add(const struct registry *r, struct choice *c,
                    const char *name, char **cause)
{
    const struct algo *algo = registry_algo(r, c->op, name);

    if (algo == NULL) {
        *cause = *name != '\0'
                     ? algo_unknown(r, c->op, c->op->name, name)
                     : xasprintf("%s: an algorithm is missing", c->op->name);
        return -1;
    }
    if (choice_has(c, algo)) {
        *cause = xasprintf("%s: '%s' is given twice", c->op->name, algo->name);
        return -1;
    }
    choice_extend(c, algo);
    return 0;
}

/* The operation's algorithms NAME[,NAME]...; without any the MPI library's own.
 */
static int algos_find(const struct registry *r, struct choice *c,
                      const char *names, char **cause)
{
    char *copy = xstrdup(names != NULL ? names : algo_native.name);
    char *rest = copy;
    int rc = 0;

    while (rc == 0 && rest != NULL)
        rc = algo_add(r, c, strsep(&rest, ","), cause);
    free(copy);
    return rc;
}

/* Takes it over. */
static void choice_add(struct options *o, const struct choice *c)
{
    o->choices =
        xreallocarray(o->choices, o->nchoices + 1, sizeof(*o->choices));
    o->choices[o->nchoices++] = *c;
}

/* ---- an operation named in full ---------------------------------------- */

/* It takes the place of what patterns brought. */
static void patterns_yield(struct options *o, const struct op *op)
{
    size_t kept = 0;

    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].by_pattern && o->choices[i].op == op)
            free(o->choices[i].algos);
        else
            o->choices[kept++] = o->choices[i];
    o->nchoices = kept;
}

static int named_add(struct options *o, const struct op *op, const char *algos,
                     char **cause)
{
    const struct algo *twice;
    struct choice c = {.op = op};

    patterns_yield(o, op);
    if (algos_find(&o->registry, &c, algos, cause) == 0) {
        twice = asked_before(o, &c);
        if (twice == NULL) {
            choice_add(o, &c);
            return 0;
        }
        *cause = xasprintf("%s: '%s' is given twice", op->name, twice->name);
    }
    free(c.algos);
    return -1;
}

/* ---- all that a pattern fits ------------------------------------------- */

/* Takes it over. An operation named in full stays as it was named; one that
 * fits several patterns has the algorithms of all of them. */
static void matching_add(struct options *o, struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++) {
        struct choice *before = &o->choices[i];

        if (before->op != c->op)
            continue;
        for (size_t j = 0; before->by_pattern && j < c->nalgos; j++)
            if (!choice_has(before, c->algos[j]))
                choice_extend(before, c->algos[j]);
        free(c->algos);
        return;
    }
    choice_add(o, c);
}

/* Operations that have all the algorithms; -1 when there is none, with the
 * first one's cause if any fits the pattern. */
static int all_matching_add(struct options *o, const char *pattern,
                            const char *algos, char **cause)
{
    bool any = false;

    *cause = NULL;
    for (size_t i = 0; i < o->registry.nops; i++) {
        struct choice c = {.op = o->registry.ops[i], .by_pattern = true};
        char *why = NULL;

        if (fnmatch(pattern, c.op->name, 0) != 0)
            continue;
        if (algos_find(&o->registry, &c, algos, &why) == 0) {
            matching_add(o, &c);
            any = true;
            continue;
        }
        free(c.algos);
        if (*cause == NULL)
            *cause = why;
        else
            free(why);
    }
    if (!any)
        return -1;
    free(*cause);
    return 0;
}

/* A name that no algorithm of any operation has; NULL: there is none. */
static char *pattern_unknown(const struct registry *r, const char *pattern,
                             const char *algos)
{
    char *copy = xstrdup(algos != NULL ? algos : ""), *rest = copy;
    char *cause = NULL, *name;

    while (cause == NULL && (name = strsep(&rest, ",")) != NULL) {
        bool known = *name == '\0';

        for (size_t i = 0; i < r->nalgos; i++)
            known = known || strcmp(r->algos[i]->name, name) == 0;
        if (!known)
            cause = algo_unknown(r, NULL, pattern, name);
    }
    free(copy);
    return cause;
}

static int pattern_add(struct options *o, const char *pattern,
                       const char *algos, char **cause)
{
    char *unknown;

    if (all_matching_add(o, pattern, algos, cause) == 0)
        return 0;
    unknown = pattern_unknown(&o->registry, QUOTED(pattern), algos);
    if (*cause == NULL) {
        *cause = xasprintf("no operation is like %s (--list shows those there "
                           "are)",
                           QUOTED(pattern));
    } else if (unknown != NULL) {
        free(*cause);
        *cause = unknown;
        unknown = NULL;
    }
    free(unknown);
    return -1;
}

int operand_set(struct options *o, const char *arg, char **cause)
{
    char *copy = xstrdup(arg), *algos = copy, *name = strsep(&algos, ":");
    const struct op *op = registry_op(&o->registry, name);
    int rc = -1;

    if (op != NULL)
        rc = named_add(o, op, algos, cause);
    else if (strpbrk(name, "*?[") != NULL)
        rc = pattern_add(o, name, algos, cause);
    else
        *cause = *name != '\0'
                     ? catalog_unknown(&o->registry, KIND_OPERATION, name)
                     : xstrdup("the name of an operation is empty");
    free(copy);
    return rc;
}
