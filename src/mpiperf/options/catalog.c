/* catalog.c: all names that the user can choose; messages about unknown ones.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "clocksync/clocksync.h"
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "measure/method.h"
#include "measure/window.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/foreign_names.h"
#include "mpiperf/options/presets.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/setup.h"
#include "timers/timer.h"

/* Adds an entry. Takes over name and help. */
static void entry_add(struct catalog *c, const char *kind, char *name,
                      char *help)
{
    XAPPEND(c->v, c->n, (struct catalog_entry){kind, name, help});
}

/* Tables of names: arrays of pointers to structures that start with name and
 * help. */
static const struct {
    const char *kind;
    const void *rows;
} tables[] = {
    {"timer", timer_table},    {"clocksync", clocksync_table},
    {"method", method_table},  {"arrival", arrival_table},
    {"datatype", dtype_table}, {"reduction", redop_table},
    {"counts", counts_table},  {"preset", preset_table},
};
enum { NTABLES = sizeof(tables) / sizeof(tables[0]) };

static void tables_add(struct catalog *c)
{
    entry_add(c, "timer", xstrdup("auto"),
              xstrdup("the first of these that passes its check"));
    for (size_t i = 0; i < NTABLES; i++)
        for (const void *const *row = tables[i].rows; *row != NULL; row++) {
            const char *const *text = *row;

            entry_add(c, tables[i].kind, xstrdup(text[0]), xstrdup(text[1]));
        }
}

/* Adds all operations and algorithms. If this MPI lacks an operation, the entry
 * says why. */
static void ops_add(struct catalog *c, const struct registry *r)
{
    for (size_t i = 0; i < r->nops; i++) {
        const struct op *op = r->ops[i];
        const char *missing = op_missing(op);

        entry_add(c, "operation", xstrdup(op->name),
                  missing == NULL ? xstrdup(op->help)
                                  : xasprintf("%s (not in this MPI: %s)",
                                              op->help, missing));
    }
    /* an algorithm of several operations gets one line, *:NAME */
    for (size_t i = 0; i < r->nalgos; i++) {
        const struct algo *a = r->algos[i];
        const char *op = a->op != NULL ? a->op : "*";

        entry_add(c, "algorithm", xasprintf("%s:%s", op, a->name),
                  xstrdup(a->help));
        if (a->also != NULL)
            entry_add(c, "algorithm", xasprintf("%s:%s", op, a->also),
                      xasprintf("the same as %s:%s", op, a->name));
    }
}

/* ---- parameters: options of operations, and OWNER.NAME ------------------- */

/* Adds the words that options of operations accept, with their help. An option
 * of several operations is added once. */
static void option_words_add(struct catalog *c, const struct registry *r,
                             const struct param_table *t)
{
    const struct param_table *first;

    for (const struct param *p = t->rows; p->name != NULL; p++)
        if (p->option && p->words != NULL &&
            registry_option(r, p->name, &first) == p)
            for (const struct param_word *w = p->words; w->name != NULL; w++)
                entry_add(c, p->name, xstrdup(w->name),
                          xstrdup(w->help != NULL ? w->help : ""));
}

static void params_add_rows(struct catalog *c, const struct param_table *t)
{
    for (const struct param *p = t->rows; p->name != NULL; p++)
        if (!p->option)
            entry_add(c, "parameter", xasprintf("%s.%s", t->owner, p->name),
                      xasprintf("%s (default: %s)", p->help, param_default(p)));
}

static void params_add_all(struct catalog *c, const struct registry *r)
{
    const struct param_table **all = registry_tables(r), **t;

    for (t = all; *t != NULL; t++)
        option_words_add(c, r, *t);
    for (t = all; *t != NULL; t++)
        params_add_rows(c, *t);
    free(all);
    params_add_rows(c, &window_params);
    params_add_rows(c, &clocksync_params);
    params_add_rows(c, &barrier_params);
}

void catalog_build(struct catalog *c, const struct registry *r)
{
    *c = (struct catalog){0};
    if (r != NULL)
        ops_add(c, r);
    tables_add(c);
    if (r != NULL)
        params_add_all(c, r);
}

void catalog_free(struct catalog *c)
{
    for (size_t i = 0; i < c->n; i++) {
        free(c->v[i].name);
        free(c->v[i].help);
    }
    free(c->v);
    *c = (struct catalog){0};
}

/* ---- queries ------------------------------------------------------------- */

char *catalog_unknown(const struct registry *r, const char *kind,
                      const char *name)
{
    const char **names;
    struct catalog c;
    char *message = NULL;
    bool known = false;
    size_t n = 0;

    catalog_build(&c, r);
    names = xcalloc(c.n, sizeof(*names));
    for (size_t i = 0; i < c.n; i++)
        if (strcmp(c.v[i].kind, kind) == 0) {
            names[n++] = c.v[i].name;
            known = known || strcmp(c.v[i].name, name) == 0;
        }
    if (!known) {
        char *unknown = names_unknown(kind, name, names, n);
        bool helps = n <= NAMES_LISTED || names_nearest(name, names, n) != NULL;

        message =
            xasprintf("%s%s", unknown, helps ? "" : " (--list shows all)");
        free(unknown);
    }
    free(names);
    catalog_free(&c);
    return message;
}

const void *catalog_row(const char *kind, const char *name, char **cause)
{
    const void *row = NULL;
    char *ours = NULL;

    for (size_t i = 0; i < NTABLES; i++)
        if (strcmp(tables[i].kind, kind) == 0) {
            row = names_row(tables[i].rows, name);
            ours = row == NULL ? foreign_row(tables[i].rows, name) : NULL;
        }
    if (row == NULL)
        *cause = ours != NULL ? ours : catalog_unknown(NULL, kind, name);
    return row;
}
