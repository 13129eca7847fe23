/* options_operand.c: parses operands, OPERATION[:VARIANT[,VARIANT]...], where
 * operation and algorithms may be patterns. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/foreign.h"
#include "ops/beside.h"

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

static void variant_add(struct choice *c, struct variant *v)
{
    XAPPEND(c->variants, c->nvariants, *v);
    *v = (struct variant){0};
}

/* ---- parsing: these functions return an error, malloced, or NULL --------- */

/* True if the text begins as the names of loads. */
static bool is_load(const char *text)
{
    return strncmp(text, LOAD_PREFIX, strlen(LOAD_PREFIX)) == 0;
}

/* Refuses the name if the operation (any operation if NULL) has no such
 * algorithm. Suggests the many loads only in place of a load. */
static char *algo_unknown(const struct registry *r, const struct op *op,
                          const char *name)
{
    const char **names = xcalloc(r->nalgos + 1, sizeof(*names));
    bool known = false;
    size_t n = 0;
    char *cause;

    for (size_t i = 0; i < r->nalgos; i++)
        if (op == NULL || algo_fits(r->algos[i], op)) {
            names[n] = r->algos[i]->name;
            known = known || algo_named(r->algos[i], name);
            n += is_load(name) || !is_load(names[n]);
        }
    cause = known ? NULL : names_unknown("algorithm", name, names, n);
    free(names);
    return cause;
}

static char *given_twice(const char *text)
{
    return xasprintf("%s is given twice", QUOTED(text));
}

/* Adds a setting PARAMETER=VALUE to the variant. Modifies the text. */
static char *setting_add(struct variant *v, const struct registry *r,
                         char *text)
{
    const char *owner = algo_owner(v->algo);
    char *value = strchr(text, '=');

    if (value == NULL || value == text || value[1] == '\0')
        return xasprintf("%s: must be PARAMETER=VALUE", QUOTED(text));
    *value++ = '\0';
    if (params_get(&v->settings, owner, text) != NULL)
        return given_twice(text);
    return param_keep(&v->settings, r, owner, text, value, value);
}

static char *variant_parse(struct choice *c, const struct registry *r,
                           const char *text)
{
    char *copy = xstrdup(text), *settings = copy, *cause = NULL;
    const char *name = strsep(&settings, "@");
    struct variant v = {.algo = registry_algo(r, c->op, name)};

    v.label = xasprintf("%s%s", v.algo != NULL ? v.algo->name : name,
                        text + strlen(name));
    if (*name == '\0')
        cause = xstrdup("an algorithm is missing");
    else if (v.algo == NULL)
        cause = algo_unknown(r, c->op, name);
    else if (choice_has(c, v.label))
        cause = given_twice(v.label);
    while (cause == NULL && settings != NULL)
        cause = setting_add(&v, r, strsep(&settings, "@"));
    if (cause == NULL)
        variant_add(c, &v);
    variant_free(&v);
    free(copy);
    return cause;
}

static bool is_pattern(const char *name)
{
    return strpbrk(name, "*?[") != NULL;
}

/* Adds PATTERN[@PARAMETER=VALUE]... as a variant for each algorithm that the
 * pattern matches, unless the operand already has it. Loads need ranks of their
 * own, so `*` does not match them, only beside/ and what follows. */
static char *variants_matching(struct choice *c, const struct registry *r,
                               const char *pattern, const char *settings)
{
    char *cause = NULL;
    bool any = false;

    for (size_t i = 0; i < r->nalgos && cause == NULL; i++) {
        const char *name = r->algos[i]->name;
        char *text;

        if (!algo_fits(r->algos[i], c->op) || fnmatch(pattern, name, 0) != 0 ||
            (is_load(name) && !is_load(pattern)))
            continue;
        any = true;
        text = xasprintf("%s%s", name, settings);
        if (!choice_has(c, text))
            cause = variant_parse(c, r, text);
        free(text);
    }
    return any ? cause
               : xasprintf("no algorithm matches %s (--list shows all)",
                           QUOTED(pattern));
}

static char *variants_add(struct choice *c, const struct registry *r,
                          const char *text)
{
    size_t length = strcspn(text, "@");
    char *name = xasprintf("%.*s", (int)length, text);
    char *cause = is_pattern(name)
                      ? variants_matching(c, r, name, text + length)
                      : variant_parse(c, r, text);

    free(name);
    return cause;
}

/* Returns the algorithm to measure if none is given: `native`, or else the
 * first one of the operation. */
static const char *default_algo(const struct registry *r, const struct op *op)
{
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op))
            return r->algos[i]->name;
    return algo_native.name;
}

/* Parses VARIANT[,VARIANT]...; NULL selects the default algorithm. */
static char *variants_parse(const struct registry *r, struct choice *c,
                            const char *names)
{
    char *copy = xstrdup(names != NULL ? names : default_algo(r, c->op));
    char *rest = copy, *cause = NULL;

    while (cause == NULL && rest != NULL)
        cause = variants_add(c, r, strsep(&rest, ","));
    free(copy);
    return cause != NULL ? xprefix(c->op->name, cause) : NULL;
}

/* ---- an operation named in full ---------------------------------------- */

/* Returns the label of a variant in *c that an earlier operand has for the same
 * operation, or NULL. */
static const char *asked_before(const struct options *o, const struct choice *c)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; o->choices[i].op == c->op && j < c->nvariants; j++)
            if (choice_has(&o->choices[i], c->variants[j].label))
                return c->variants[j].label;
    return NULL;
}

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

static char *named_add(struct options *o, const struct op *op,
                       const char *algos)
{
    struct choice c = {.op = op};
    char *cause = variants_parse(&o->registry, &c, algos);
    const char *twice;

    patterns_yield(o, op);
    twice = asked_before(o, &c);
    if (cause == NULL && twice != NULL)
        cause = xprefix(op->name, given_twice(twice));
    if (cause == NULL)
        XAPPEND(o->choices, o->nchoices, c);
    else
        choice_free(&c);
    return cause;
}

/* ---- operations selected by a pattern ---------------------------------- */

/* Moves *c, which a pattern has selected, to the options. Drops it if another
 * operand names the operation in full. If another pattern has selected the
 * operation too, adds the variants to that choice. */
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
    XAPPEND(o->choices, o->nchoices, *c);
}

static char *pattern_unknown(const struct registry *r, const char *pattern,
                             const char *variants)
{
    char *copy = xstrdup(variants != NULL ? variants : ""), *rest = copy;
    char *cause = NULL, *settings;

    while (cause == NULL && (settings = strsep(&rest, ",")) != NULL) {
        const char *name = strsep(&settings, "@");

        if (*name != '\0' && !is_pattern(name))
            cause = algo_unknown(r, NULL, name);
    }
    free(copy);
    return cause != NULL ? xprefix(QUOTED(pattern), cause) : NULL;
}

/* Adds the operations that match the pattern and have all the algorithms. If
 * there are none, returns the error of the first match. */
static char *pattern_add(struct options *o, const char *pattern,
                         const char *algos)
{
    char *first = NULL, *unknown;
    bool any = false;

    for (size_t i = 0; i < o->registry.nops; i++) {
        struct choice c = {.op = o->registry.ops[i], .by_pattern = true};
        char *cause;

        if (fnmatch(pattern, c.op->name, 0) != 0)
            continue;
        cause = variants_parse(&o->registry, &c, algos);
        if (cause == NULL) {
            matching_add(o, &c);
            any = true;
            continue;
        }
        choice_free(&c);
        if (first == NULL)
            first = cause;
        else
            free(cause);
    }
    if (!any && first == NULL)
        return xasprintf("no operation matches %s (--list shows all)",
                         QUOTED(pattern));
    unknown = any ? NULL : pattern_unknown(&o->registry, pattern, algos);
    if (!any && unknown == NULL)
        return first;
    free(first);
    return unknown;
}

/* Returns an operation that has the algorithm, preferably that of the last
 * operand; NULL if there is no such algorithm. */
static const struct op *op_with(const struct options *o, const char *algo)
{
    const struct registry *r = &o->registry;

    if (o->nchoices > 0 &&
        registry_algo(r, o->choices[o->nchoices - 1].op, algo) != NULL)
        return o->choices[o->nchoices - 1].op;
    for (size_t i = 0; i < r->nops; i++)
        if (registry_algo(r, r->ops[i], algo) != NULL)
            return r->ops[i];
    return NULL;
}

static char *operation_refuse(const struct options *o, const char *name)
{
    const struct op *op = op_with(o, name);

    if (*name == '\0')
        return xstrdup("the name of an operation is empty");
    if (strchr(name, ',') != NULL)
        return xasprintf("%s: operations are separated by blanks",
                         QUOTED(name));
    if (op != NULL)
        return xasprintf("%s is an algorithm: %s:%s", name, op->name, name);
    if (strchr(name, '/') != NULL)
        return xasprintf("%s is not an operation; mpiperf-tune --try, "
                         "shmbcast-preload(1) and msgsched-record(1) are for "
                         "programs",
                         QUOTED(name));
    return catalog_unknown(&o->registry, "operation", name);
}

int operand_set(struct options *o, const char *arg, char **cause)
{
    char *copy = xstrdup(arg), *algos = copy, *name = strsep(&algos, ":");
    const struct op *op = registry_op(&o->registry, name);

    if (op != NULL)
        *cause = named_add(o, op, algos);
    else if (is_pattern(name))
        *cause = pattern_add(o, name, algos);
    else if ((*cause = foreign_operation(&o->registry, name)) == NULL)
        *cause = operation_refuse(o, name);
    free(copy);
    return *cause == NULL ? 0 : -1;
}
