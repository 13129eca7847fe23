/* diagnose.c: what is wrong with a command line that argp refused. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/diagnose.h"

#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* argp says no more than that something is wrong: its rules once more. */

/* The row after the given one, NULL at first, that has a long option. */
static const struct argp_option *row_next(const struct argp_option *rows,
                                          const struct argp_option *row)
{
    for (row = row == NULL ? rows : row + 1;
         row->name == NULL && (row->doc != NULL || row->key != 0); row++)
        ;
    return row->name != NULL ? row : NULL;
}

/* The row of a long option or of an unambiguous beginning of its name;
 * *matches: rows that it may be. */
static const struct argp_option *long_find(const struct argp_option *rows,
                                           const char *name, size_t n,
                                           int *matches)
{
    const struct argp_option *row = NULL, *found = NULL;

    *matches = 0;
    while ((row = row_next(rows, row)) != NULL) {
        if (strncmp(row->name, name, n) != 0)
            continue;
        found = row;
        if (row->name[n] == '\0') {
            *matches = 1;
            break;
        }
        ++*matches;
    }
    return found;
}

/* option: with its dashes, without a value. */
static char *long_unknown(const struct argp_option *rows, const char *option)
{
    const struct argp_option *row = NULL;
    char **names = NULL, *cause;
    size_t n = 0;

    while ((row = row_next(rows, row)) != NULL) {
        names = xreallocarray(names, n + 1, sizeof(*names));
        names[n++] = xasprintf("--%s", row->name);
    }
    cause = names_unknown("option", option, (const char *const *)names, n);
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return cause;
}

static char *long_ambiguous(const struct argp_option *rows, const char *option)
{
    char *cause = xasprintf("option %s is ambiguous:", QUOTED(option));
    const struct argp_option *row = NULL;
    const char *comma = "";

    while ((row = row_next(rows, row)) != NULL) {
        char *longer;

        if (strncmp(row->name, option + 2, strlen(option + 2)) != 0)
            continue;
        longer = xasprintf("%s%s --%s", cause, comma, row->name);
        free(cause);
        cause = longer;
        comma = ",";
    }
    return cause;
}

static char *value_missing(const struct argp_option *row)
{
    return xasprintf("--%s: needs a value", row->name);
}

/* The cause, or NULL and *i at the value when that is the next word. */
static char *long_diagnose(const struct argp_option *rows, int argc,
                           char *const *argv, int *i)
{
    const char *option = argv[*i], *value = strchr(option, '=');
    size_t n = value != NULL ? (size_t)(value - option) : strlen(option);
    const struct argp_option *row;
    char *plain, *cause = NULL;
    int matches;

    row = long_find(rows, option + 2, n - 2, &matches);
    plain = xasprintf("%.*s", (int)n, option);
    if (matches == 0 || n == 2)
        cause = long_unknown(rows, plain);
    else if (matches > 1)
        cause = long_ambiguous(rows, plain);
    else if (row->arg == NULL && value != NULL)
        cause =
            xasprintf("--%s: %s: takes no value", row->name, QUOTED(value + 1));
    else if (row->arg != NULL && value == NULL && ++*i == argc)
        cause = value_missing(row);
    free(plain);
    return cause;
}

static const struct argp_option *short_find(const struct argp_option *rows,
                                            int key)
{
    const struct argp_option *row = NULL;

    while ((row = row_next(rows, row)) != NULL && row->key != key)
        ;
    return row;
}

/* Likewise for a word of short options. */
static char *short_diagnose(const struct argp_option *rows, int argc,
                            char *const *argv, int *i)
{
    for (const char *c = argv[*i] + 1; *c != '\0'; c++) {
        const char option[] = {'-', *c, '\0'};
        const struct argp_option *row = short_find(rows, (unsigned char)*c);

        if (row == NULL)
            return names_unknown("option", option, NULL, 0);
        if (row->arg == NULL)
            continue;
        if (c[1] == '\0' && ++*i == argc)
            return value_missing(row);
        return NULL;
    }
    return NULL;
}

char *diagnose(const struct argp_option *rows, int argc, char *const *argv)
{
    char *cause = NULL;

    for (int i = 1; i < argc && cause == NULL; i++) {
        const char *word = argv[i];

        if (strcmp(word, "--") == 0)
            break;
        if (word[0] != '-' || word[1] == '\0')
            continue;
        cause = word[1] == '-' ? long_diagnose(rows, argc, argv, &i)
                               : short_diagnose(rows, argc, argv, &i);
    }
    return cause != NULL ? cause : xstrdup("options cannot be understood");
}
