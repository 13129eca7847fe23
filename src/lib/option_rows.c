/* option_rows.c: what options set, and how they stand in the help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/option_rows.h"

#include <argp.h>
#include <stdlib.h>

#include "lib/xmalloc.h"

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

/* Where argp puts --help and --version, whatever group they are of. */
enum { ARGP_LAST = -1 };

/* As argp wants them, which does the layout; all texts `doc` malloced. */
static struct argp_option *argp_rows(const struct option_row *rows)
{
    struct argp_option *v = NULL;
    size_t n = 0;
    int group = 0;

    for (const struct option_row *row = rows; row->p.name != NULL; row++) {
        v = xreallocarray(v, n + 2, sizeof(*v));
        if (row->title != NULL)
            v[n++] = (struct argp_option){.doc = xstrdup(row->title),
                                          .group = ++group};
        v[n++] = (struct argp_option){
            .name = row->p.name,
            .key = row->key,
            .arg = row->p.arg,
            .doc = help_text(&row->p),
            .group = group,
        };
        if (row->outcome == OPTIONS_HELP && row->title != NULL)
            v[n - 2].group = ARGP_LAST;
    }
    v = xreallocarray(v, n + 1, sizeof(*v));
    v[n] = (struct argp_option){0};
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
