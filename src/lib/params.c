/* params.c: stores settings OWNER.NAME=VALUE and converts them to values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/params.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* ---- given settings ---------------------------------------------------- */

void params_add(struct params *p, const char *owner, const char *name,
                const char *value)
{
    XAPPEND(
        p->v, p->n,
        (struct param_value){xstrdup(owner), xstrdup(name), xstrdup(value)});
}

void params_append(struct params *p, const struct params *from)
{
    for (size_t i = 0; i < from->n; i++)
        params_add(p, from->v[i].owner, from->v[i].name, from->v[i].value);
}

const char *params_get(const struct params *p, const char *owner,
                       const char *name)
{
    for (size_t i = p->n; i > 0; i--) {
        const struct param_value *v = &p->v[i - 1];

        if (strcmp(v->owner, owner) == 0 && strcmp(v->name, name) == 0)
            return v->value;
    }
    return NULL;
}

void params_free(struct params *p)
{
    for (size_t i = 0; i < p->n; i++) {
        free(p->v[i].owner);
        free(p->v[i].name);
        free(p->v[i].value);
    }
    free(p->v);
    *p = (struct params){0};
}

/* ---- conversion by type ------------------------------------------------ */

static bool bounded(const struct param *p)
{
    return p->least != 0 || p->most != 0 || p->open != 0;
}

const struct param_word *param_word_find(const struct param *p,
                                         const char *name)
{
    for (const struct param_word *w = p->words; w != NULL && w->name; w++)
        if (strcmp(w->name, name) == 0)
            return w;
    return NULL;
}

int param_word_refuse(const struct param *p, const char *name, char **cause)
{
    const char **names;
    size_t n = 0;

    while (p->words[n].name != NULL)
        n++;
    names = xcalloc(n + 1, sizeof(*names));
    for (size_t i = 0; i < n; i++)
        names[i] = p->words[i].name;
    *cause = names_unknown(p->option ? p->name : "value", name, names, n);
    free(names);
    return -1;
}

static int parse_word(const struct param *p, int *out, const char *text,
                      char **cause)
{
    const struct param_word *w = param_word_find(p, text);

    if (w == NULL)
        return param_word_refuse(p, text, cause);
    *out = w->value;
    return 0;
}

/* For example "must be at least 1.1 and below 2". */
static char *bounds_text(const struct param *p)
{
    bool percent = p->type == PARAM_PERCENT;
    double unit = percent ? 100 : 1;
    const char *sign = percent ? "%" : "";
    const char *from = p->open & PARAM_ABOVE_LEAST ? "more than" : "at least";
    const char *to = p->open & PARAM_BELOW_MOST ? "below" : "at most";

    if (p->most == 0 || isinf(p->most))
        return xasprintf("must be %s %g%s", from, unit * p->least, sign);
    return xasprintf("must be %s %g%s and %s %g%s", from, unit * p->least, sign,
                     to, unit * p->most, sign);
}

static int check_bounds(const struct param *p, double v, const char *text,
                        char **cause)
{
    bool low = p->open & PARAM_ABOVE_LEAST ? v <= p->least : v < p->least;
    bool high = p->open & PARAM_BELOW_MOST ? v >= p->most : v > p->most;
    char *bounds;

    if (!bounded(p) || (!low && (p->most == 0 || !high)))
        return 0;
    bounds = bounds_text(p);
    param_refuse(text, bounds, cause);
    free(bounds);
    return -1;
}

static int parse_whole(const struct param *p, long *out, const char *text,
                       char **cause)
{
    bool integer = p->type == PARAM_INTEGER;
    long min = integer ? INT_MIN : LONG_MIN, max = integer ? INT_MAX : LONG_MAX;
    int64_t bytes;

    if (p->type == PARAM_SIZE) {
        if (number_size(&bytes, text, cause) != 0)
            return -1;
        *out = (long)bytes;
        return check_bounds(p, (double)bytes, text, cause);
    }
    if (bounded(p))
        min = (long)p->least;
    if (p->most != 0)
        max = (long)p->most;
    return number_long(out, text, min, max, cause);
}

static int parse_real(const struct param *p, double *out, const char *text,
                      char **cause)
{
    bool percent = p->type == PARAM_PERCENT;
    int rc = percent || p->type == PARAM_SHARE
                 ? number_share(out, text, percent, cause)
             : p->type == PARAM_DURATION ? number_duration(out, text, cause)
                                         : number_real(out, text, cause);

    return rc != 0 ? rc : check_bounds(p, *out, text, cause);
}

static int refuse_number(const struct param *p, const char *text, char **cause)
{
    char *unknown;

    param_word_refuse(p, text, &unknown);
    *cause = xasprintf("%s, or a number", unknown);
    free(unknown);
    return -1;
}

/* Parses a number, or a word that stands for one. */
static int parse_number(const struct param *p, void *at, const char *text,
                        char **cause)
{
    bool whole = p->type == PARAM_INTEGER || p->type == PARAM_LONG ||
                 p->type == PARAM_SIZE;
    const struct param_word *w = param_word_find(p, text);
    long number = w != NULL ? w->value : 0;
    double real = (double)number;
    int rc = 0;

    if (w == NULL && p->words != NULL && isalpha((unsigned char)text[0]))
        return refuse_number(p, text, cause);
    if (w == NULL)
        rc = whole ? parse_whole(p, &number, text, cause)
                   : parse_real(p, &real, text, cause);
    if (rc != 0)
        return rc;
    if (!whole)
        *(double *)at = real;
    else if (p->type == PARAM_INTEGER)
        *(int *)at = (int)number;
    else if (p->type == PARAM_LONG)
        *(long *)at = number;
    else
        *(int64_t *)at = number;
    return 0;
}

int param_parse(const struct param *p, void *at, const char *text, char **cause)
{
    if (p->parse != NULL)
        return p->parse(p, at, text, cause);
    switch (p->type) {
    case PARAM_WORD:
        return parse_word(p, at, text, cause);
    case PARAM_FILE:
        *(const char **)at = strcmp(text, "none") != 0 ? text : NULL;
        return 0;
    case PARAM_TEXT:
        *(const char **)at = text;
        return 0;
    default:
        return parse_number(p, at, text, cause);
    }
}

/* ---- values of a table ------------------------------------------------- */

const char *params_text(const struct param_table *table, const struct param *p,
                        const struct params *given)
{
    const char *owner = p->option ? PARAM_NO_OWNER : table->owner;
    const char *text = params_get(given, owner, p->name);

    return text != NULL ? text : p->def;
}

int params_check(const struct param_table *table, const struct param *p,
                 const char *text, char **cause)
{
    char *values = xcalloc(1, table->size);
    int rc = param_parse(p, values + p->offset, text, cause);

    free(values);
    return rc;
}

static int rows_read(const struct param_table *table,
                     const struct params *given, char *values, char **cause)
{
    for (const struct param *p = table->rows; p->name != NULL; p++) {
        const char *text = params_text(table, p, given);
        char *name;

        if (text == NULL ||
            param_parse(p, values + p->offset, text, cause) == 0)
            continue;
        name = xasprintf("%s.%s", table->owner, p->name);
        *cause = xprefix(name, *cause);
        free(name);
        return -1;
    }
    return 0;
}

int params_read(const struct param_table *table, const struct params *given,
                void *values, char **cause)
{
    void *copy = memcpy(xmalloc(table->size), values, table->size);
    int rc = rows_read(table, given, copy, cause);

    if (rc == 0 && table->check != NULL)
        rc = table->check(copy, cause);
    if (rc == 0)
        memcpy(values, copy, table->size);
    free(copy);
    return rc;
}

void *params_values(const struct param_table *table, const struct params *given,
                    char **cause)
{
    void *values;

    *cause = NULL;
    if (table == NULL)
        return NULL;
    values = xcalloc(1, table->size);
    if (table->initial != NULL)
        memcpy(values, table->initial, table->size);
    if (params_read(table, given, values, cause) == 0)
        return values;
    free(values);
    return NULL;
}

const struct param *params_find(const struct param_table *table,
                                const char *name)
{
    for (const struct param *p = table->rows; p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

const char *param_default(const struct param *p)
{
    return p->shown != NULL ? p->shown : p->def;
}
