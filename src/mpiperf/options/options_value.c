/* options_value.c: parses values of options that are neither numbers nor words
 * of a list. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/foreign.h"

/* ---- functions for the value of an option (param_parse_fn) --------------- */

int sweep_value(const struct param *p, void *at, const char *text, char **cause)
{
    struct sweep s;

    if (sweep_parse(&s, text, (int64_t)p->least, (int64_t)p->most, cause) != 0)
        return -1;
    sweep_free(at);
    *(struct sweep *)at = s;
    return 0;
}

static int row_keep(void *at, const char *kind, const char *text, char **cause)
{
    const void *row = catalog_row(kind, text, cause);

    if (row == NULL)
        return -1;
    memcpy(at, &row, sizeof(row));
    return 0;
}

/* Parses the name of a row. The kind of the table is the option's name. */
int row_value(const struct param *p, void *at, const char *text, char **cause)
{
    return row_keep(at, p->name, text, cause);
}

int redop_value(const struct param *p, void *at, const char *text, char **cause)
{
    (void)p;
    return row_keep(at, "reduction", text, cause);
}

int timer_value(const struct param *p, void *at, const char *text, char **cause)
{
    if (strcmp(text, "auto") != 0)
        return row_value(p, at, text, cause);
    *(const struct timer **)at = NULL;
    return 0;
}

/* Limits of a delay in microseconds: at least a nanosecond, because no timer
 * resolves less; at most the longest slot, because the launch of a rank that is
 * later would not fit into its slot. */
static const double us_min = 1e-3, us_max = 1e6 * WINDOW_SLOT_MAX;

static char *arrival_unknown(const char *name)
{
    const char *names[8] = {"none"};
    size_t n = 1;

    for (; arrival_table[n - 1] != NULL; n++)
        names[n] = arrival_table[n - 1]->name;
    return names_unknown("pattern", name, names, n);
}

/* Parses `none`, `program` or PATTERN:MICROSECONDS. */
int arrival_value(const struct param *p, void *at, const char *text,
                  char **cause)
{
    struct arrival *a = at;
    char *name = xstrdup(text), *time = strchr(name, ':'), *wrong = NULL;
    double us = 0;

    (void)p;
    if (time != NULL)
        *time++ = '\0';
    *a = (struct arrival){.pattern = names_row(arrival_table, name)};
    if (a->pattern == NULL && strcmp(name, "none") != 0)
        wrong = arrival_unknown(name);
    else if (a->pattern == NULL || a->pattern->share == NULL)
        wrong = time != NULL ? xasprintf("'%s' takes no time", name) : NULL;
    else if (time == NULL)
        wrong = xasprintf("'%s' needs microseconds, as %s:10", name, name);
    else if (number_real(&us, time, &wrong) == 0 &&
             !(us >= us_min && us <= us_max))
        wrong = xasprintf("%s: must be from %g to %.0f microseconds",
                          QUOTED(time), us_min, us_max);
    a->seconds = us * 1e-6;
    free(name);
    if (wrong != NULL)
        *cause = wrong;
    return wrong == NULL ? 0 : -1;
}

int counts_value(const struct param *p, void *at, const char *text,
                 char **cause)
{
    char *name = xstrdup(text), *seed = strchr(name, ':');
    const struct counts_rule *rule;
    long v = 0;
    int rc = -1;

    if (seed != NULL)
        *seed++ = '\0';
    rule = catalog_row(p->name, name, cause);
    if (rule != NULL && !rule->seeded && seed != NULL)
        *cause = xasprintf("'%s' takes no seed", name);
    else if (rule != NULL && rule->seeded && seed == NULL)
        *cause = xasprintf("'%s' needs a seed, as %s:1", name, name);
    else if (rule != NULL)
        rc = seed == NULL ? 0 : number_long(&v, seed, 0, INT_MAX, cause);
    free(name);
    if (rc == 0)
        *(struct counts *)at = (struct counts){rule, (uint64_t)v};
    return rc;
}

int align_value(const struct param *p, void *at, const char *text, char **cause)
{
    int64_t v;

    if (number_size(&v, text, cause) != 0)
        return -1;
    if (v < (int64_t)p->least || v > (int64_t)p->most || (v & (v - 1)) != 0)
        return param_refuse(text, "must be a power of two from 1 to 1Gi",
                            cause);
    *(size_t *)at = (size_t)v;
    return 0;
}

int percentiles_value(const struct param *p, void *at, const char *text,
                      char **cause)
{
    struct percentiles v = {.n = 0};
    double least = p->least, x;
    const char *s = text;
    char *end;

    do {
        x = strtod(s, &end);
        if (end == s || (*end != ',' && *end != '\0') || !(x > least) ||
            !(x < p->most) || v.n == PERCENTILES_MOST)
            return param_refuse(text,
                                "must be up to 16 numbers between 0 and 100, "
                                "ascending, as 50,90,99",
                                cause);
        v.percent[v.n++] = least = x;
        s = end + 1;
    } while (*end == ',');
    *(struct percentiles *)at = v;
    return 0;
}

/* ---- functions that set several members (option_set_fn) ------------------ */

int preset_set(struct options *o, const char *arg, char **cause)
{
    const struct preset *p = catalog_row("preset", arg, cause);

    o->preset = p != NULL ? p->name : NULL;
    return p != NULL ? 0 : -1;
}

/* foreign_lines() has translated a line with --as=NAME. */
int as_refuse(struct options *o, const char *arg, char **cause)
{
    (void)o;
    return param_refuse(arg, "must be written once, as --as=NAME", cause);
}

/* Does nothing: plugins_load() has already loaded the plug-in. */
int plugin_set(struct options *o, const char *arg, char **cause)
{
    (void)o, (void)arg, (void)cause;
    return 0;
}

static int method_add(struct options *o, const char *name, char **cause)
{
    const struct method *method = catalog_row("method", name, cause);

    if (method == NULL)
        return -1;
    for (size_t i = 0; i < o->how.nmethods; i++)
        if (o->how.methods[i] == method)
            return param_refuse(name, "named twice", cause);
    XAPPEND(o->how.methods, o->how.nmethods, method);
    return 0;
}

int method_set(struct options *o, const char *arg, char **cause)
{
    char *names = xstrdup(arg), *rest = names, *name;
    int rc = 0;

    o->how.nmethods = 0;
    while (rc == 0 && (name = strsep(&rest, ",")) != NULL)
        rc = method_add(o, name, cause);
    free(names);
    return rc;
}

static const char *file_plain(const char *file)
{
    while (file[0] == '.' && file[1] == '/')
        for (file += 2; *file == '/'; file++)
            ;
    return file;
}

int output_set(struct options *o, const char *arg, char **cause)
{
    for (size_t i = 0; i < o->noutputs; i++)
        if (strcmp(file_plain(o->outputs[i]), file_plain(arg)) == 0)
            return param_refuse(arg, "is given twice", cause);
    XAPPEND(o->outputs, o->noutputs, xstrdup(arg));
    return 0;
}

/* True if the value is printable, and short enough for a message. */
static bool value_legible(const char *value)
{
    size_t n = 0;

    while (isascii((unsigned char)value[n]) && isprint((unsigned char)value[n]))
        n++;
    return n <= QUOTE_FILE && value[n] == '\0';
}

char *param_keep(struct params *to, const struct registry *r, const char *owner,
                 const char *name, const char *value, const char *text)
{
    char *full = xasprintf("%s.%s", owner, name);
    char *cause = removed_parameter(full, value);

    if (cause == NULL)
        cause = catalog_unknown(r, "parameter", full);
    free(full);
    if (cause != NULL)
        return cause;
    if (*value == '\0')
        return xasprintf("%s: needs a value", QUOTED(text));
    if (!value_legible(value))
        return xasprintf("%s: the value is too long or not printable",
                         QUOTED(text));
    params_add(to, owner, name, value);
    return NULL;
}

int param_set(struct options *o, const char *arg, char **cause)
{
    char *owner = xstrdup(arg), *name = strchr(owner, '.');
    char *value = strchr(owner, '=');

    if (value == NULL || name == NULL || name == owner || name + 1 >= value) {
        param_refuse(arg, "must be OWNER.NAME=VALUE", cause);
    } else {
        *name++ = *value++ = '\0';
        *cause = param_keep(&o->params, &o->registry, owner, name, value, arg);
    }
    free(owner);
    return *cause == NULL ? 0 : -1;
}
