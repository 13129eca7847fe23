/* option_line.c: a command line cut into options and operands. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/option_rows.h"

#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

static void setting_add(struct option_line *l, const struct option_row *row,
                        const char *arg)
{
    /* --list goes on: what a plug-in adds is listed wherever it is named. */
    if (row != NULL && row->outcome != OPTIONS_RUN) {
        if (l->outcome == OPTIONS_RUN)
            l->outcome = row->outcome;
        return;
    }
    l->v = xreallocarray(l->v, l->n + 1, sizeof(*l->v));
    l->v[l->n++] = (struct setting){.row = row, .arg = arg};
}

static char *value_missing(const struct option_row *row)
{
    return xasprintf("--%s: needs a value", row->p.name);
}

/* ---- long options ------------------------------------------------------ */

/* The row of that name or of the only name that begins so; *matches: rows that
 * it may be. */
static const struct option_row *long_find(const struct option_row *rows,
                                          const char *name, size_t n,
                                          int *matches)
{
    const struct option_row *found = NULL;

    *matches = 0;
    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        if (strncmp(row->p.name, name, n) != 0)
            continue;
        found = row;
        if (row->p.name[n] == '\0') {
            *matches = 1;
            break;
        }
        ++*matches;
    }
    return found;
}

/* option: with its dashes, without a value. */
static char *long_unknown(const struct option_row *rows, const char *option)
{
    char **names = NULL, *cause;
    size_t n = 0;

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        names = xreallocarray(names, n + 1, sizeof(*names));
        names[n++] = xasprintf("--%s", row->p.name);
    }
    cause = names_unknown("option", option, (const char *const *)names, n);
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return cause;
}

static char *long_ambiguous(const struct option_row *rows, const char *option)
{
    char *cause = xasprintf("option %s is ambiguous:", QUOTED(option));
    const char *comma = "";

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        char *longer;

        if (strncmp(row->p.name, option + 2, strlen(option + 2)) != 0)
            continue;
        longer = xasprintf("%s%s --%s", cause, comma, row->p.name);
        free(cause);
        cause = longer;
        comma = ",";
    }
    return cause;
}

/* The cause, or NULL; *i moves on to the value when that is the next word. */
static char *long_add(struct option_line *l, int argc, char *const *argv,
                      int *i)
{
    const char *option = argv[*i], *value = strchr(option, '=');
    size_t n = value != NULL ? (size_t)(value - option) : strlen(option);
    char *plain = xasprintf("%.*s", (int)n, option), *cause = NULL;
    const struct option_row *row;
    int matches;

    row = long_find(l->rows, option + 2, n - 2, &matches);
    if (matches == 0 || n == 2)
        cause = long_unknown(l->rows, plain);
    else if (matches > 1)
        cause = long_ambiguous(l->rows, plain);
    else if (row->p.arg == NULL && value != NULL)
        cause = xasprintf("--%s: %s: takes no value", row->p.name,
                          QUOTED(value + 1));
    else if (row->p.arg == NULL)
        setting_add(l, row, NULL);
    else if (value != NULL)
        setting_add(l, row, value + 1);
    else if (++*i < argc)
        setting_add(l, row, argv[*i]);
    else
        cause = value_missing(row);
    free(plain);
    return cause;
}

/* ---- short options ----------------------------------------------------- */

static const struct option_row *short_find(const struct option_row *rows,
                                           char key)
{
    for (; rows->p.name != NULL; rows++)
        if (rows->key == key)
            return rows;
    return NULL;
}

/* Likewise for a word of them. */
static char *short_add(struct option_line *l, int argc, char *const *argv,
                       int *i)
{
    for (const char *c = argv[*i] + 1; *c != '\0'; c++) {
        const char option[] = {'-', *c, '\0'};
        const struct option_row *row = short_find(l->rows, *c);

        if (row == NULL)
            return names_unknown("option", option, NULL, 0);
        if (row->p.arg == NULL) {
            setting_add(l, row, NULL);
            continue;
        }
        if (c[1] == '\0' && ++*i == argc)
            return value_missing(row);
        setting_add(l, row, c[1] != '\0' ? c + 1 : argv[*i]);
        return NULL;
    }
    return NULL;
}

/* ---- the line ---------------------------------------------------------- */

int option_line_scan(struct option_line *l, const struct option_row *rows,
                     int argc, char *const *argv, char **cause)
{
    bool operands = false;

    *l = (struct option_line){.rows = rows, .outcome = OPTIONS_RUN};
    *cause = NULL;
    for (int i = 1; i < argc && *cause == NULL; i++) {
        const char *word = argv[i];

        if (operands || word[0] != '-' || word[1] == '\0')
            setting_add(l, NULL, word);
        else if (strcmp(word, "--") == 0)
            operands = true;
        else
            *cause = word[1] == '-' ? long_add(l, argc, argv, &i)
                                    : short_add(l, argc, argv, &i);
    }
    if (*cause == NULL)
        return 0;
    if (l->outcome == OPTIONS_RUN)
        return -1;
    free(*cause);
    *cause = NULL;
    return 0;
}

const struct setting *option_line_find(const struct option_line *l,
                                       const char *name)
{
    for (size_t i = l->n; i > 0; i--) {
        const struct setting *s = &l->v[i - 1];

        if (s->row != NULL && strcmp(s->row->p.name, name) == 0)
            return s;
    }
    return NULL;
}

void option_line_free(struct option_line *l)
{
    free(l->v);
    *l = (struct option_line){.rows = l->rows, .outcome = l->outcome};
}
