/* choice.c: operations, and algorithms with settings of their own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/choice.h"

#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_word.h"

/* ---- one variant ------------------------------------------------------- */

static void variant_free(struct variant *v)
{
    free(v->label);
    free(v->values);
    params_free(&v->settings);
    *v = (struct variant){0};
}

static char *algo_unknown(const struct registry *r, const struct op *op,
                          const char *name)
{
    const char **names = xcalloc(r->nalgos, sizeof(*names));
    size_t n = 0;
    char *cause;

    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op))
            names[n++] = r->algos[i]->name;
    cause = names_unknown("algorithm", name, names, n);
    free(names);
    return xprefix(op->name, cause);
}

/* PARAMETER=VALUE */
static int setting_add(struct variant *v, const struct registry *r, char *text,
                       char **cause)
{
    const char *owner = algo_owner(v->algo);
    char *value = strchr(text, '='), *full;

    *cause = NULL;
    if (value == NULL || value == text || value[1] == '\0')
        return param_refuse(text, "must be PARAMETER=VALUE", cause);
    *value++ = '\0';
    full = xasprintf("%s.%s", owner, text);
    if (v->algo->params == NULL || params_find(v->algo->params, text) == NULL)
        *cause = catalog_unknown(r, KIND_PARAMETER, full);
    else if (params_get(&v->settings, owner, text) != NULL)
        *cause = xasprintf("%s is given twice", QUOTED(text));
    else if (!value_legible(value))
        param_refuse(value, "the value is too long or not printable", cause);
    else
        params_add(&v->settings, owner, text, value);
    free(full);
    return *cause == NULL ? 0 : -1;
}

static int settings_add(struct variant *v, const struct registry *r,
                        const struct op *op, char *settings, char **cause)
{
    while (settings != NULL)
        if (setting_add(v, r, strsep(&settings, "@"), cause) != 0) {
            *cause = xprefix(op->name, *cause);
            return -1;
        }
    return 0;
}

int choice_add_variant(struct choice *c, const struct registry *r,
                       const char *text, char **cause)
{
    char *copy = xstrdup(text), *settings = copy;
    const char *name = strsep(&settings, "@");
    struct variant v = {.algo = registry_algo(r, c->op, name)};
    int rc = -1;

    if (v.algo == NULL)
        *cause = *name != '\0'
                     ? algo_unknown(r, c->op, name)
                     : xasprintf("%s: an algorithm is missing", c->op->name);
    else if (choice_has(c, text))
        *cause = xasprintf("%s: %s is given twice", c->op->name, QUOTED(text));
    else
        rc = settings_add(&v, r, c->op, settings, cause);
    free(copy);
    if (rc == 0) {
        v.label = xstrdup(text);
        choice_copy_variant(c, &v);
    }
    variant_free(&v);
    return rc;
}

/* ---- all of a choice ----------------------------------------------------- */

void choice_copy_variant(struct choice *c, const struct variant *v)
{
    struct variant *copy;

    c->variants =
        xreallocarray(c->variants, c->nvariants + 1, sizeof(*c->variants));
    copy = &c->variants[c->nvariants++];
    *copy = (struct variant){.algo = v->algo, .label = xstrdup(v->label)};
    params_append(&copy->settings, &v->settings);
}

bool choice_has(const struct choice *c, const char *label)
{
    for (size_t i = 0; i < c->nvariants; i++)
        if (strcmp(c->variants[i].label, label) == 0)
            return true;
    return false;
}

/* Its own settings come last, and win. */
static int variant_read(struct variant *v, const struct params *given,
                        char **cause)
{
    struct params all = {0};

    params_append(&all, given);
    params_append(&all, &v->settings);
    params_free(&v->settings);
    v->settings = all;
    v->values = params_values(v->algo->params, &v->settings, cause);
    return *cause == NULL ? 0 : -1;
}

int choice_read(struct choice *c, const struct params *given, char **cause)
{
    c->values = params_values(c->op->params, given, cause);
    for (size_t i = 0; i < c->nvariants && *cause == NULL; i++)
        variant_read(&c->variants[i], given, cause);
    return *cause == NULL ? 0 : -1;
}

void choice_free(struct choice *c)
{
    for (size_t i = 0; i < c->nvariants; i++)
        variant_free(&c->variants[i]);
    free(c->variants);
    free(c->values);
    *c = (struct choice){0};
}
