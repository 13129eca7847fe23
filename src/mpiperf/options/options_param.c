/* options_param.c: --param=OWNER.NAME=VALUE, and what owners say to it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"
#include "ops/params.h"

static int param_refuse(const char *arg, const char *why, char **cause)
{
    char *text = quote(arg);

    *cause = xasprintf("%s: %s", text, why);
    free(text);
    return -1;
}

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

/* Owners quote values as they are: keep what would spoil a message out. */
static bool value_legible(const char *value)
{
    size_t n = 0;

    while (isascii((unsigned char)value[n]) && isprint((unsigned char)value[n]))
        n++;
    return value[n] == '\0' && n <= QUOTE_MAX;
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

static int window_apply(struct options *o, char **cause)
{
    int rc = window_configure(&o->window, &o->params, cause);

    o->window.paper = o->paper;
    return rc;
}

static const char *clocksync_text(const struct options *o, int i)
{
    const struct param *p = &clocksync_params[i];
    const char *value = params_get(&o->params, "clocksync", p->name);

    return value != NULL ? value : p->def;
}

static int clocksync_refuse(int i, char *why, char **cause)
{
    *cause = xasprintf("clocksync.%s: %s", clocksync_params[i].name, why);
    free(why);
    return -1;
}

static int clocksync_count(int *out, const struct options *o, int i, long min,
                           long max, char **cause)
{
    char *why;
    long v;

    if (number_long(&v, clocksync_text(o, i), min, max, &why) != 0)
        return clocksync_refuse(i, why, cause);
    *out = (int)v;
    return 0;
}

static int clocksync_seconds(double *out, const struct options *o, int i,
                             double max, char **cause)
{
    char *why, *quoted;
    double v;

    if (number_real(&v, clocksync_text(o, i), &why) != 0)
        return clocksync_refuse(i, why, cause);
    if (v > 0 && v <= max) {
        *out = v;
        return 0;
    }
    quoted = quote(clocksync_text(o, i));
    why = xasprintf("%s: must be more than 0 and at most %g", quoted, max);
    free(quoted);
    return clocksync_refuse(i, why, cause);
}

static int clocksync_apply(struct options *o, char **cause)
{
    struct clocksync_config c;

    if (clocksync_count(&c.d, o, CLOCKSYNC_D, 1, INT_MAX, cause) != 0 ||
        clocksync_count(&c.points, o, CLOCKSYNC_POINTS, 2, 10000, cause) != 0 ||
        clocksync_seconds(&c.span, o, CLOCKSYNC_SPAN, 100, cause) != 0 ||
        clocksync_seconds(&c.budget, o, CLOCKSYNC_BUDGET, 100, cause) != 0)
        return -1;
    c.each_case =
        o->paper && params_get(&o->params, "clocksync", "budget") == NULL;
    o->sync = c;
    return 0;
}

static int barrier_apply(struct options *o, char **cause)
{
    o->barrier = barrier_configure(&o->params, cause);
    return o->barrier == NULL ? -1 : 0;
}

static int ops_apply(const struct options *o, char **cause)
{
    for (size_t i = 0; i < o->registry.nops; i++)
        if (op_param_check(o->registry.ops[i], &o->params, cause) != 0)
            return -1;
    return 0;
}

/* Algorithms that are not used too: a mistake there is still one. */
static int algos_apply(const struct options *o, char **cause)
{
    for (size_t i = 0; i < o->registry.nalgos; i++) {
        const struct algo *a = o->registry.algos[i];

        if (a->check_params != NULL && a->check_params(&o->params, cause) != 0)
            return -1;
    }
    return 0;
}

char *params_apply(struct options *o)
{
    char *why = NULL, *cause;

    if (window_apply(o, &why) == 0 && clocksync_apply(o, &why) == 0 &&
        barrier_apply(o, &why) == 0 && ops_apply(o, &why) == 0 && algos_apply(o, &why) == 0)
        return NULL;
    cause = xasprintf("--param: %s", why);
    free(why);
    return cause;
}
