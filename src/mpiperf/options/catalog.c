/* catalog.c: all that can be chosen by name, gathered from the tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/catalog.h"

#include <stdlib.h>

#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options.h"
#include "ops/broken.h"
#include "ops/pairs.h"
#include "ops/params.h"
#include "ops/topology.h"
#include "mpiperf/options/preset.h"

static const char *const words[] = {
    [KIND_OPERATION] = "operation", [KIND_ALGORITHM] = "algorithm",
    [KIND_TIMER] = "timer",         [KIND_CLOCKSYNC] = "clocksync",
    [KIND_METHOD] = "method",       [KIND_DATATYPE] = "datatype",
    [KIND_REDUCTION] = "reduction", [KIND_PRESET] = "preset",
    [KIND_COUNTS] = "counts",       [KIND_PAIRS] = "pairs",
    [KIND_TOPOLOGY] = "topology",   [KIND_PARAMETER] = "parameter",
    [KIND_ARRIVAL] = "arrival",
};

const char *catalog_word(enum catalog_kind kind)
{
    return words[kind];
}

/* Takes over both strings. */
static void entry_add(struct catalog *c, enum catalog_kind kind, char *name,
                      char *help)
{
    c->v = xreallocarray(c->v, c->n + 1, sizeof(*c->v));
    c->v[c->n++] =
        (struct catalog_entry){.kind = kind, .name = name, .help = help};
}

static void row_add(struct catalog *c, enum catalog_kind kind, const char *name,
                    const char *help)
{
    entry_add(c, kind, xstrdup(name), xstrdup(help));
}

/* What this MPI library lacks is named all the same, with the reason. */
static void op_add(struct catalog *c, const struct op *op)
{
    entry_add(c, KIND_OPERATION, xstrdup(op->name),
              op_missing(op) == NULL
                  ? xstrdup(op->help)
                  : xasprintf("%s (not in this MPI: %s)", op->help,
                              op_missing(op)));
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
    for (size_t i = 0; pairing_table[i] != NULL; i++)
        row_add(c, KIND_PAIRS, pairing_table[i]->name, pairing_table[i]->help);
    for (size_t i = 0; topology_table[i] != NULL; i++)
        row_add(c, KIND_TOPOLOGY, topology_table[i]->name,
                topology_table[i]->help);
}

static void param_add(struct catalog *c, const char *owner,
                      const struct param *p)
{
    entry_add(c, KIND_PARAMETER, xasprintf("%s.%s", owner, p->name),
              xasprintf("%s (default: %s)", p->help, p->def));
}

/* Does an operation before it show the family's parameter already? */
static bool param_shared(const struct registry *r, size_t i)
{
    return i > 0 && r->ops[i]->owner != NULL &&
           r->ops[i - 1]->param == r->ops[i]->param;
}

static void owner_add(struct catalog *c, const char *owner,
                      const struct param *p)
{
    for (; p != NULL && p->name != NULL; p++)
        param_add(c, owner, p);
}

void catalog_build(struct catalog *c, const struct registry *r)
{
    *c = (struct catalog){0};
    ops_add(c, r);
    clocks_add(c);
    data_add(c);
    for (const struct preset *const *p = preset_table; *p != NULL; p++)
        row_add(c, KIND_PRESET, (*p)->name, (*p)->help);
    for (size_t i = 0; i < r->nops; i++)
        if (r->ops[i]->param != NULL && !param_shared(r, i))
            param_add(c, op_param_owner(r->ops[i]), r->ops[i]->param);
    for (size_t i = 0; i < r->nalgos; i++)
        owner_add(c, r->algos[i]->name, r->algos[i]->params);
    owner_add(c, "window", window_params);
    owner_add(c, "clocksync", clocksync_params);
    owner_add(c, "barrier", barrier_params);
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
    char *message = names_unknown(catalog_word(kind), name, names, n), *longer;

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
