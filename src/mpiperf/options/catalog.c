/* catalog.c: all that can be chosen by name, gathered from the tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/catalog.h"

#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options.h"
#include "ops/setup.h"
#include "mpiperf/options/preset.h"

static const char *const words[] = {
    [KIND_OPERATION] = "operation", [KIND_ALGORITHM] = "algorithm",
    [KIND_TIMER] = "timer",         [KIND_CLOCKSYNC] = "clocksync",
    [KIND_METHOD] = "method",       [KIND_DATATYPE] = "datatype",
    [KIND_REDUCTION] = "reduction", [KIND_PRESET] = "preset",
    [KIND_COUNTS] = "counts",       [KIND_PARAMETER] = "parameter",
    [KIND_ARRIVAL] = "arrival",
};

/* Takes over both strings. */
static void entry_add(struct catalog *c, enum catalog_kind kind, char *name,
                      char *help)
{
    c->v = xreallocarray(c->v, c->n + 1, sizeof(*c->v));
    c->v[c->n++] = (struct catalog_entry){
        .kind = kind, .word = words[kind], .name = name, .help = help};
}

static void row_add(struct catalog *c, enum catalog_kind kind, const char *name,
                    const char *help)
{
    entry_add(c, kind, xstrdup(name), xstrdup(help));
}

/* What this MPI library lacks is named all the same, with the cause. */
static void op_add(struct catalog *c, const struct op *op)
{
    entry_add(c, KIND_OPERATION, xstrdup(op->name),
              op_missing(op) == NULL ? xstrdup(op->help)
                                     : xasprintf("%s (not in this MPI: %s)",
                                                 op->help, op_missing(op)));
}

static void ops_add(struct catalog *c, const struct registry *r)
{
    for (size_t i = 0; i < r->nops; i++)
        op_add(c, r->ops[i]);
    /* One line for an algorithm of many operations, whichever they are. */
    for (size_t i = 0; i < r->nalgos; i++)
        entry_add(c, KIND_ALGORITHM,
                  xasprintf("%s:%s", r->algos[i]->op ? r->algos[i]->op : "*",
                            r->algos[i]->name),
                  xstrdup(r->algos[i]->help));
}

static void clocks_add(struct catalog *c)
{
    row_add(c, KIND_TIMER, "auto", "the best one that passes its check");
    for (const struct timer *const *t = timer_table; *t != NULL; t++)
        row_add(c, KIND_TIMER, (*t)->name, (*t)->help);
    for (const struct clocksync *const *s = clocksync_table; *s != NULL; s++)
        row_add(c, KIND_CLOCKSYNC, (*s)->name, (*s)->help);
    for (const struct method *const *m = method_table; *m != NULL; m++)
        row_add(c, KIND_METHOD, (*m)->name, (*m)->help);
    for (size_t i = 0; arrival_table[i] != NULL; i++)
        row_add(c, KIND_ARRIVAL, arrival_table[i]->name,
                arrival_table[i]->help);
}

static void data_add(struct catalog *c)
{
    for (const struct dtype *const *d = dtype_table; *d != NULL; d++)
        row_add(c, KIND_DATATYPE, (*d)->name, (*d)->help);
    for (const struct redop *const *r = redop_table; *r != NULL; r++)
        row_add(c, KIND_REDUCTION, (*r)->name, (*r)->help);
    for (size_t i = 0; counts_table[i] != NULL; i++)
        row_add(c, KIND_COUNTS, counts_table[i]->name, counts_table[i]->help);
}

static void param_add(struct catalog *c, const char *owner,
                      const struct param *p)
{
    entry_add(c, KIND_PARAMETER, xasprintf("%s.%s", owner, p->name),
              xasprintf("%s (default: %s)", p->help, param_default(p)));
}

static bool option_is_there(const struct catalog *c, const struct param *p)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->v[i].kind == KIND_OPTION && strcmp(c->v[i].word, p->name) == 0)
            return true;
    return false;
}

/* The words that an option of operations may have, each with its help. */
static void option_add(struct catalog *c, const struct param *p)
{
    if (p->words == NULL || option_is_there(c, p))
        return;
    for (const struct param_word *w = p->words; w->name != NULL; w++) {
        row_add(c, KIND_OPTION, w->name, w->help != NULL ? w->help : "");
        c->v[c->n - 1].word = p->name;
    }
}

static void table_add(struct catalog *c, const struct param_table *t,
                      bool options)
{
    for (const struct param *p = t->rows; p->name != NULL; p++)
        if (p->option && options)
            option_add(c, p);
        else if (!p->option && !options)
            param_add(c, t->owner, p);
}

static void params_add_all(struct catalog *c, const struct registry *r,
                           bool options)
{
    const struct param_table **tables =
        xcalloc(r->nops + r->nalgos + 1, sizeof(*tables));
    size_t n = registry_tables(r, tables);

    for (size_t i = 0; i < n; i++)
        table_add(c, tables[i], options);
    free(tables);
}

void catalog_build(struct catalog *c, const struct registry *r)
{
    *c = (struct catalog){0};
    ops_add(c, r);
    clocks_add(c);
    data_add(c);
    params_add_all(c, r, true);
    for (const struct preset *const *p = preset_table; *p != NULL; p++)
        row_add(c, KIND_PRESET, (*p)->name, (*p)->help);
    params_add_all(c, r, false);
    table_add(c, &window_params, false);
    table_add(c, &clocksync_params, false);
    table_add(c, &barrier_params, false);
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

/* The message, and where to look when it neither lists nor proposes names. */
static char *names_refuse(enum catalog_kind kind, const char *name,
                          const char *const *names, size_t n)
{
    char *message = names_unknown(words[kind], name, names, n), *longer;

    if (n <= NAMES_LISTED || names_nearest(name, names, n) != NULL)
        return message;
    longer = xasprintf("%s (--list shows those there are)", message);
    free(message);
    return longer;
}

char *catalog_unknown(const struct registry *r, enum catalog_kind kind,
                      const char *name)
{
    const char **names;
    struct catalog c;
    char *message;
    size_t n = 0;

    catalog_build(&c, r);
    names = xcalloc(c.n, sizeof(*names));
    for (size_t i = 0; i < c.n; i++)
        if (c.v[i].kind == kind)
            names[n++] = c.v[i].name;
    message = names_refuse(kind, name, names, n);
    free(names);
    catalog_free(&c);
    return message;
}

int catalog_check(const struct options *o, const void *row,
                  enum catalog_kind kind, const char *name, char **cause)
{
    if (row != NULL)
        return 0;
    *cause = catalog_unknown(&o->registry, kind, name);
    return -1;
}
