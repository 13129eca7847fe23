/* options_operand.c: operands, OPERATION[:VARIANT[,VARIANT]...]; the names of
 * the operation and of algorithms may be patterns. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"

/* ---- a variant: ALGORITHM[@PARAMETER=VALUE]... --------------------------- */

static void variant_free(struct variant *v)
{
    free(v->label);
    free(v->values);
    params_free(&v->settings);
    *v = (struct variant){0};
}

void choice_free(struct choice *c)
{
    for (size_t i = 0; i < c->nvariants; i++)
        variant_free(&c->variants[i]);
    free(c->variants);
    free(c->values);
    *c = (struct choice){0};
}

static bool choice_has(const struct choice *c, const char *label)
{
    for (size_t i = 0; i < c->nvariants; i++)
        if (strcmp(c->variants[i].label, label) == 0)
            return true;
    return false;
}

/* Moves *v to the choice. */
static void variant_add(struct choice *c, struct variant *v)
{
    c->variants =
        xreallocarray(c->variants, c->nvariants + 1, sizeof(*c->variants));
    c->variants[c->nvariants++] = *v;
    *v = (struct variant){0};
}

/* Returns "BEFORE: unknown algorithm 'NAME' ...", malloced, if the operation
 * (op NULL: any operation) has no algorithm of that name; else NULL. */
static char *algo_unknown(const struct registry *r, const struct op *op,
                          const char *before, const char *name)
{
    const char **names = xcalloc(r->nalgos + 1, sizeof(*names));
    bool known = false;
    size_t n = 0;
    char *cause;

    for (size_t i = 0; i < r->nalgos; i++)
        if (op == NULL || algo_fits(r->algos[i], op)) {
            names[n++] = r->algos[i]->name;
            known = known || strcmp(r->algos[i]->name, name) == 0;
        }
    cause = known ? NULL
                  : xprefix(before, names_unknown("algorithm", name, names, n));
    free(names);
    return cause;
}

static int given_twice(const char *text, char **cause)
{
    *cause = xasprintf("%s is given twice", QUOTED(text));
    return -1;
}

/* Adds a setting PARAMETER=VALUE to the variant. Changes the text. */
static int setting_add(struct variant *v, const struct registry *r, char *text,
                       char **cause)
{
    const char *owner = algo_owner(v->algo);
    char *value = strchr(text, '=');

    if (value == NULL || value == text || value[1] == '\0')
        return param_refuse(text, "must be PARAMETER=VALUE", cause);
    *value++ = '\0';
    if (params_get(&v->settings, owner, text) != NULL)
        return given_twice(text, cause);
    return param_keep(&v->settings, r, owner, text, value, value, cause);
}

static int variant_parse(struct choice *c, const struct registry *r,
                         const char *text, char **cause)
{
    char *copy = xstrdup(text), *settings = copy;
    const char *name = strsep(&settings, "@");
    struct variant v = {.algo = registry_algo(r, c->op, name),
                        .label = xstrdup(text)};
    int rc = v.algo != NULL ? 0 : -1;

    if (*name == '\0')
        *cause = xasprintf("%s: an algorithm is missing", c->op->name);
    else if (v.algo == NULL)
        *cause = algo_unknown(r, c->op, c->op->name, name);
    else if (choice_has(c, text))
        rc = given_twice(text, cause);
    while (rc == 0 && settings != NULL)
        rc = setting_add(&v, r, strsep(&settings, "@"), cause);
    if (rc == 0)
        variant_add(c, &v);
    else if (v.algo != NULL)
        *cause = xprefix(c->op->name, *cause);
    variant_free(&v);
    free(copy);
    return rc;
}

static bool is_pattern(const char *name)
{
    return strpbrk(name, "*?[") != NULL;
}

/* PATTERN[@PARAMETER=VALUE]...: each algorithm that the pattern matches, unless
 * the operand has it already. */
static int variants_matching(struct choice *c, const struct registry *r,
                             const char *pattern, const char *settings,
                             char **cause)
{
    bool any = false;
    int rc = 0;

    for (size_t i = 0; i < r->nalgos && rc == 0; i++) {
        const char *name = r->algos[i]->name;
        char *text;

        if (!algo_fits(r->algos[i], c->op) || fnmatch(pattern, name, 0) != 0)
            continue;
        any = true;
        text = xasprintf("%s%s", name, settings);
        if (!choice_has(c, text))
            rc = variant_parse(c, r, text, cause);
        free(text);
    }
    if (any)
        return rc;
    *cause = xasprintf("%s: no algorithm is like %s (--list shows those there "
                       "are)",
                       c->op->name, QUOTED(pattern));
    return -1;
}

/* A variant, or all that a pattern matches. */
static int variants_add(struct choice *c, const struct registry *r,
                        const char *text, char **cause)
{
    size_t length = strcspn(text, "@");
    char *name = xasprintf("%.*s", (int)length, text);
    int rc = is_pattern(name)
                 ? variants_matching(c, r, name, text + length, cause)
                 : variant_parse(c, r, text, cause);

    free(name);
    return rc;
}

/* Returns the algorithm that is measured if none is given: `native`, or else
 * the first one of the operation. */
static const char *default_algo(const struct registry *r, const struct op *op)
{
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op))
            return r->algos[i]->name;
    return algo_native.name;
}

/* Parses VARIANT[,VARIANT]...; NULL stands for the default algorithm. */
static int variants_parse(const struct registry *r, struct choice *c,
                          const char *names, char **cause)
{
    char *copy = xstrdup(names != NULL ? names : default_algo(r, c->op));
    char *rest = copy;
    int rc = 0;

    while (rc == 0 && rest != NULL)
        rc = variants_add(c, r, strsep(&rest, ","), cause);
    free(copy);
    return rc;
}

/* Moves *c to the options. */
static void choice_add(struct options *o, const struct choice *c)
{
    o->choices =
        xreallocarray(o->choices, o->nchoices + 1, sizeof(*o->choices));
    o->choices[o->nchoices++] = *c;
}

/* ---- an operation named in full ---------------------------------------- */

/* Returns the label of a variant of *c that an earlier operand has with the
 * same operation, or NULL. */
static const char *asked_before(const struct options *o, const struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; o->choices[i].op == c->op && j < c->nvariants; j++)
            if (choice_has(&o->choices[i], c->variants[j].label))
                return c->variants[j].label;
    return NULL;
}

/* Removes the choices of the operation that were selected by patterns. */
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
    if (variants_parse(&o->registry, &c, algos, cause) == 0) {
        twice = asked_before(o, &c);
        if (twice == NULL) {
            choice_add(o, &c);
            return 0;
        }
        given_twice(twice, cause);
        *cause = xprefix(op->name, *cause);
    }
    choice_free(&c);
    return -1;
}

/* ---- operations selected by a pattern ---------------------------------- */

/* Moves *c, selected by a pattern, to the options. It is dropped if an operand
 * names the operation in full. If another pattern has selected the operation,
 * the variants are added to that choice. */
static void matching_add(struct options *o, struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++) {
        struct choice *before = &o->choices[i];

        if (before->op != c->op)
            continue;
        for (size_t j = 0; before->by_pattern && j < c->nvariants; j++)
            if (!choice_has(before, c->variants[j].label))
                variant_add(before, &c->variants[j]);
        choice_free(c);
        return;
    }
    choice_add(o, c);
}

/* Adds the operations that match the pattern and have all the algorithms.
 * Returns -1 if there is none, with *cause that of the first match, or NULL if
 * no operation matches. */
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
        if (variants_parse(&o->registry, &c, algos, &refused) == 0) {
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

/* Returns a message on the first variant whose algorithm no operation has,
 * malloced, or NULL. */
static char *pattern_unknown(const struct registry *r, const char *pattern,
                             const char *variants)
{
    char *copy = xstrdup(variants != NULL ? variants : ""), *rest = copy;
    char *cause = NULL, *settings;

    while (cause == NULL && (settings = strsep(&rest, ",")) != NULL) {
        const char *name = strsep(&settings, "@");

        if (*name != '\0' && !is_pattern(name))
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
    if (*cause == NULL) {
        *cause = xasprintf("no operation is like %s (--list shows those there "
                           "are)",
                           QUOTED(pattern));
        return -1;
    }
    unknown = pattern_unknown(&o->registry, QUOTED(pattern), algos);
    if (unknown != NULL) {
        free(*cause);
        *cause = unknown;
    }
    return -1;
}

int operand_set(struct options *o, const char *arg, char **cause)
{
    char *copy = xstrdup(arg), *algos = copy, *name = strsep(&algos, ":");
    const struct op *op = registry_op(&o->registry, name);
    int rc = -1;

    if (op != NULL)
        rc = named_add(o, op, algos, cause);
    else if (is_pattern(name))
        rc = pattern_add(o, name, algos, cause);
    else if (*name == '\0')
        *cause = xstrdup("the name of an operation is empty");
    else if ((*cause = habit_of_operation(&o->registry, name)) == NULL)
        *cause = catalog_unknown(&o->registry, "operation", name);
    free(copy);
    return rc;
}
