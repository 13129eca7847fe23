/* options_param.c: --param=OWNER.NAME=VALUE, checked by the owners. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/options_word.h"

/* Is there a parameter of that name, OWNER.NAME? */
static bool param_exists(const struct registry *r, const char *name)
{
    struct catalog c;
    bool found = false;

    catalog_build(&c, r);
    for (size_t i = 0; i < c.n && !found; i++)
        found = c.v[i].kind == KIND_PARAMETER && strcmp(c.v[i].name, name) == 0;
    catalog_free(&c);
    return found;
}

int param_set(struct options *o, const char *arg, char **cause)
{
    char *owner = xstrdup(arg), *value = strchr(owner, '='), *name;
    int rc = -1;

    if (value != NULL)
        *value++ = '\0';
    name = strchr(owner, '.');
    if (name == NULL || name == owner || name[1] == '\0' || value == NULL) {
        param_refuse(arg, "must be OWNER.NAME=VALUE", cause);
    } else if (!param_exists(&o->registry, owner)) {
        *cause = catalog_unknown(&o->registry, KIND_PARAMETER, owner);
    } else if (*value == '\0') {
        param_refuse(arg, "needs a value", cause);
    } else if (!value_legible(value)) {
        param_refuse(arg, "the value is too long or not printable", cause);
    } else {
        *name++ = '\0';
        params_add(&o->params, owner, name, value);
        rc = 0;
    }
    free(owner);
    return rc;
}

/* Of the harness itself: its own settings. */
static int harness_apply(struct options *o, char **cause)
{
    int rc = params_read(&window_params, &o->params, &o->how.window, cause);

    o->how.window.paper = o->how.paper;
    if (rc == 0)
        rc = params_read(&clocksync_params, &o->params, &o->clocks.sync, cause);
    o->clocks.sync.each_case =
        o->how.paper && params_get(&o->params, "clocksync", "budget") == NULL;
    if (rc == 0)
        rc = params_read(&barrier_params, &o->params, &o->how.barrier, cause);
    return rc;
}

/* Of operations and algorithms that are not used too: a mistake there is still
 * one. */
static int tables_apply(const struct options *o, char **cause)
{
    const struct registry *r = &o->registry;
    const struct param_table **tables =
        xcalloc(r->nops + r->nalgos + 1, sizeof(*tables));
    size_t n = registry_tables(r, tables);

    *cause = NULL;
    for (size_t i = 0; i < n && *cause == NULL; i++)
        free(params_values(tables[i], &o->params, cause));
    free(tables);
    return *cause == NULL ? 0 : -1;
}

/* Mistakes in settings of an operand are reported with its operation. */
static char *choices_apply(struct options *o)
{
    char *cause;

    for (size_t i = 0; i < o->nchoices; i++)
        if (choice_read(&o->choices[i], &o->params, &cause) != 0)
            return xprefix(o->choices[i].op->name, cause);
    return NULL;
}

char *params_apply(struct options *o)
{
    char *cause;

    if (harness_apply(o, &cause) != 0 || tables_apply(o, &cause) != 0)
        return xprefix("--param", cause);
    return choices_apply(o);
}
