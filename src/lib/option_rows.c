/* option_rows.c: parses command lines with getopt, sets options, prints
 * help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "lib/option_rows.h"

#include <argp.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "lib/c_locale.h"
#include "lib/file.h"
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Undoes SMPI's macro: its getopt_long() cannot scan a second command line. */
#undef getopt_long

static void setting_add(struct option_line *l, const struct option_row *row,
                        const char *arg)
{
    /* Do not stop at --list: it also lists plug-ins named after it. */
    if (row != NULL && row->outcome != OPTIONS_RUN) {
        if (l->outcome == OPTIONS_RUN)
            l->outcome = row->outcome;
        return;
    }
    XAPPEND(l->v, l->n, (struct setting){.row = row, .arg = arg});
}

/* ---- errors in a command line ------------------------------------------ */

/* Error message for an unknown or ambiguous long option. */
static char *long_refused(const struct option_row *rows, const char *word)
{
    char *option = xasprintf("%.*s", (int)strcspn(word, "="), word);
    char **names = NULL, *begun, *cause;
    size_t n = 0, several = 0, length;
    FILE *f = text_open(&begun, &length);

    for (; rows[n].p.name != NULL; n++) {
        names = xroom(names, n, sizeof(*names));
        names[n] = xasprintf("--%s", rows[n].p.name);
        if (strncmp(names[n], option, strlen(option)) == 0)
            fprintf(f, "%s%s", several++ > 0 ? ", " : "", names[n]);
    }
    text_close(f);
    cause =
        several > 1 && option[2] != '\0'
            ? xasprintf("option %s is ambiguous: %s", QUOTED(option), begun)
            : names_unknown("option", option, (const char *const *)names, n);
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    free(begun);
    free(option);
    return cause;
}

/* ---- getopt ------------------------------------------------------------- */

/* Result of getopt_long(): a short option's character, or LONG + the row's
 * index. */
enum { LONG = 1 << 8 };

static struct option *long_options(const struct option_row *rows)
{
    struct option *v = NULL;
    size_t n = 0;

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        int has_arg = row->p.arg != NULL ? required_argument : no_argument;
        int index = (int)(row - rows);

        XAPPEND(v, n,
                (struct option){row->p.name, has_arg, NULL, LONG + index});
    }
    XAPPEND(v, n, (struct option){0});
    return v;
}

/* getopt's short options. '-': return operands in order; ':': and missing
 * values. */
static char *short_options(const struct option_row *rows)
{
    char *all;
    size_t length;
    FILE *f = text_open(&all, &length);

    fputs("-:", f);
    for (; rows->p.name != NULL; rows++)
        if (rows->key != 0)
            fprintf(f, "%c%s", rows->key, rows->p.arg != NULL ? ":" : "");
    text_close(f);
    return all;
}

static const struct option_row *row_of(const struct option_row *rows, int c)
{
    if (c >= LONG)
        return &rows[c - LONG];
    for (; rows->p.name != NULL; rows++)
        if (rows->key != 0 && rows->key == c)
            return rows;
    return NULL;
}

/* Error message for a failure of getopt; `word` is the last word it read. */
static char *refused(const struct option_row *rows, int c, const char *word)
{
    const struct option_row *row = row_of(rows, optopt);
    const char option[] = {'-', (char)optopt, '\0'};

    if (row != NULL && c == ':')
        return xasprintf("--%s: needs a value", row->p.name);
    if (row != NULL)
        return xasprintf("--%s: %s: takes no value", row->p.name,
                         QUOTED(strchr(word, '=') + 1));
    return optopt != 0 ? names_unknown("option", option, NULL, 0)
                       : long_refused(rows, word);
}

int option_line_scan(struct option_line *l, const struct option_row *rows,
                     int argc, char *const *argv, char **cause)
{
    struct option *longs = long_options(rows);
    char *shorts = short_options(rows), *wrong = NULL;
    int c;

    *l = (struct option_line){.rows = rows, .outcome = OPTIONS_RUN};
    opterr = 0;
    optind = 0; /* restart getopt */
    while (wrong == NULL &&
           (c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (c != '?' && c != ':')
            setting_add(l, c == 1 ? NULL : row_of(rows, c), optarg);
        else if (cause != NULL)
            wrong = refused(rows, c, argv[optind - 1]);
        else
            setting_add(l, NULL, argv[optind - 1]);
    }
    for (int i = optind; wrong == NULL && i < argc; i++)
        setting_add(l, NULL, argv[i]);
    free(shorts);
    free(longs);
    if (l->outcome != OPTIONS_RUN) {
        free(wrong);
        wrong = NULL;
    }
    if (cause != NULL)
        *cause = wrong;
    return wrong == NULL ? 0 : -1;
}

void option_line_add(struct option_line *l, const char *name, const char *arg)
{
    const struct option_row *row = l->rows;

    while (strcmp(row->p.name, name) != 0)
        row++;
    setting_add(l, row, arg);
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

/* ---- values ------------------------------------------------------------ */

static int value_set(struct options *o, const struct option_row *row,
                     const char *arg, char **cause)
{
    char *at = (char *)o;

    if (row->p.arg != NULL && *arg == '\0') {
        *cause = xstrdup("needs a value");
        return -1;
    }
    if (row->set != NULL)
        return row->set(o, arg, cause);
    if (row->table != NULL) {
        if (params_check(row->table, &row->p, arg, cause) != 0)
            return -1;
        params_add((struct params *)(at + row->kept), PARAM_NO_OWNER,
                   row->p.name, arg);
        return 0;
    }
    if (row->p.arg != NULL)
        return param_parse(&row->p, at + row->p.offset, arg, cause);
    *(bool *)(at + row->p.offset) = true;
    return 0;
}

static int row_set(struct options *o, const struct option_row *row,
                   const char *arg, char **cause)
{
    char *option;

    if (value_set(o, row, arg, cause) == 0)
        return 0;
    option = xasprintf("--%s", row->p.name);
    *cause = xprefix(option, *cause);
    free(option);
    return -1;
}

int options_set_defaults(struct options *o, const struct option_row *rows,
                         char **cause)
{
    for (; rows->p.name != NULL; rows++)
        if (rows->p.def != NULL && rows->table == NULL &&
            row_set(o, rows, rows->p.def, cause) != 0)
            return -1;
    return 0;
}

int options_set_given(struct options *o, const struct option_line *l,
                      option_set_fn *operand, char **cause)
{
    int rc = 0;

    for (size_t i = 0; i < l->n && rc == 0; i++)
        rc = l->v[i].row == NULL ? operand(o, l->v[i].arg, cause)
                                 : row_set(o, l->v[i].row, l->v[i].arg, cause);
    return rc;
}

/* ---- the help ---------------------------------------------------------- */

static char *help_text(const struct param *p)
{
    const char *shown = param_default(p);

    return shown == NULL ? xstrdup(p->help)
                         : xasprintf("%s (default: %s)", p->help, shown);
}

/* argp's group of --help and --version, which is printed last. */
enum { ARGP_LAST = -1 };

/* Converts the table to argp's, which formats the help; each `doc` is malloced.
 */
static struct argp_option *argp_rows(const struct option_row *rows)
{
    struct argp_option *v = NULL;
    size_t n = 0;
    int group = 0;

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        if (row->title != NULL) {
            bool is_last = row->outcome == OPTIONS_HELP;

            group++;
            XAPPEND(v, n,
                    (struct argp_option){
                        .doc = xstrdup(row->title),
                        .group = is_last ? ARGP_LAST : group,
                    });
        }
        XAPPEND(v, n,
                (struct argp_option){
                    .name = row->p.name,
                    .key = row->key,
                    .arg = row->p.arg,
                    .doc = help_text(&row->p),
                    .group = group,
                });
    }
    XAPPEND(v, n, (struct argp_option){0});
    return v;
}

void option_rows_help(FILE *f, const struct option_row *rows,
                      const char *program, const char *operands,
                      const char *doc)
{
    struct argp_option *all = argp_rows(rows);
    struct argp argp = {.options = all, .args_doc = operands, .doc = doc};
    char *name = xstrdup(program);

    argp_help(&argp, f,
              ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG |
                  ARGP_HELP_POST_DOC,
              name);
    free(name);
    for (struct argp_option *row = all; row->doc != NULL; row++)
        free((char *)row->doc);
    free(all);
}

/* ---- a tool ------------------------------------------------------------- */

void tool_error(const struct tool *t, char *cause)
{
    fprintf(stderr, "%s: %s\n", t->name, cause);
    free(cause);
}

int tool_finish(const struct tool *t, int status)
{
    /* ferror() reports failures of earlier fflush() calls */
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    tool_error(t, xstrdup("cannot write the table"));
    return status == EXIT_DONE ? EXIT_FAILED : status;
}

/* Returns the outcome; with OPTIONS_BAD, *cause is set. */
static enum options_outcome line_parse(const struct tool *t, struct options *o,
                                       int argc, char **argv, char **cause)
{
    struct option_line l;

    if (option_line_scan(&l, t->rows, argc, argv, cause) == 0 &&
        l.outcome == OPTIONS_RUN &&
        options_set_defaults(o, t->rows, cause) == 0 &&
        options_set_given(o, &l, t->operand, cause) == 0)
        *cause = t->check(o);
    option_line_free(&l);
    return *cause != NULL ? OPTIONS_BAD : l.outcome;
}

enum options_outcome tool_parse(const struct tool *t, struct options *o,
                                int argc, char **argv, int *status)
{
    char *cause = NULL;
    enum options_outcome outcome;

    c_locale_enter();
    files_prepare();
    outcome = line_parse(t, o, argc, argv, &cause);
    if (outcome == OPTIONS_BAD) {
        tool_error(t, cause);
        *status = EXIT_USAGE;
        return outcome;
    }
    if (outcome == OPTIONS_HELP)
        option_rows_help(stdout, t->rows, t->name, t->operands, t->doc);
    else if (outcome == OPTIONS_VERSION)
        printf("%s %s\n", t->name, PACKAGE_VERSION);
    *status = fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
    return outcome;
}
