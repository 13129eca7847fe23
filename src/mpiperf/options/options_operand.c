/* options_operand.c: operands, OPERATION[:VARIANT[,VARIANT]...]; the
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

/* The label of one that the operation has been asked for with before. */
static const char *asked_before(const struct options *o, const struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; o->choices[i].op == c->op && j < c->nvariants; j++)
            if (choice_has(&o->choices[i], c->variants[j].label))
                return c->variants[j].label;
    return NULL;
}

/* Without any: the MPI library's own, or the first that there is. */
static const char *default_algo(const struct registry *r, const struct op *op)
{
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op))
            return r->algos[i]->name;
    return algo_native.name;
}

/* The operation's variants VARIANT[,VARIANT]... */
static int variants_find(const struct registry *r, struct choice *c,
                         const char *names, char **cause)
{
    char *copy = xstrdup(names != NULL ? names : default_algo(r, c->op));
    char *rest = copy;
    int rc = 0;

    while (rc == 0 && rest != NULL)
        rc = choice_add_variant(c, r, strsep(&rest, ","), cause);
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
            choice_free(&o->choices[i]);
        else
            o->choices[kept++] = o->choices[i];
    o->nchoices = kept;
}

static int named_add(struct options *o, const struct op *op, const char *algos,
                     char **cause)
{
    const char *twice;
    struct choice c = {.op = op};

    patterns_yield(o, op);
    if (variants_find(&o->registry, &c, algos, cause) == 0) {
        twice = asked_before(o, &c);
        if (twice == NULL) {
            choice_add(o, &c);
            return 0;
        }
        *cause = xasprintf("%s: '%s' is given twice", op->name, twice);
    }
    choice_free(&c);
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
        for (size_t j = 0; before->by_pattern && j < c->nvariants; j++)
            if (!choice_has(before, c->variants[j].label))
                choice_copy_variant(before, &c->variants[j]);
        choice_free(c);
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
        char *refused = NULL;

        if (fnmatch(pattern, c.op->name, 0) != 0)
            continue;
        if (variants_find(&o->registry, &c, algos, &refused) == 0) {
            matching_add(o, &c);
            any = true;
            continue;
        }
        choice_free(&c);
        if (*cause == NULL)
            *cause = refused;
        else
            free(refused);
    }
    if (!any)
        return -1;
    free(*cause);
    return 0;
}

/* A name that no algorithm of any operation has; NULL: there is none. */
static char *pattern_unknown(const struct registry *r, const char *pattern,
                             const char *variants)
{
    char *copy = xstrdup(variants != NULL ? variants : ""), *rest = copy;
    const char **names = xcalloc(r->nalgos, sizeof(*names));
    char *cause = NULL, *settings;

    for (size_t i = 0; i < r->nalgos; i++)
        names[i] = r->algos[i]->name;
    while (cause == NULL && (settings = strsep(&rest, ",")) != NULL) {
        const char *name = strsep(&settings, "@");
        bool known = *name == '\0';

        for (size_t i = 0; i < r->nalgos; i++)
            known = known || strcmp(names[i], name) == 0;
        if (!known)
            cause = xprefix(pattern,
                            names_unknown("algorithm", name, names, r->nalgos));
    }
    free(names);
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
