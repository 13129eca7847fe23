/* catalog.c: all names that the user can choose; messages about unknown ones.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "clocksync/clocksync.h"
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "measure/method.h"
#include "measure/window.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/foreign.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/setup.h"
#include "timers/timer.h"

/* ---- presets ------------------------------------------------------------- */

/* The method of the MPIPerf paper of 2012: stop after more than 30 valid
 * launches, or after more than 100 launches. */
const struct preset preset_paper = {
    .name = "paper",
    .help = "the method of the paper of 2012: its window rule and "
            "statistics, -s linear before each case, --trim 25, more than "
            "30 valid launches or 100 launches in all (-c 30 -R 100), no "
            "--max-time; with -e its other stop rule, -c 10",
    .sets = {{"clocksync", "linear"},
             {"trim", "25"},
             {"min-valid", "30"},
             {"max-launches", "100"}},
};

static const struct preset quick = {
    .name = "quick",
    .help = "a quick first result: -c 10 -E 30 --max-time 0.2",
    .sets = {{"min-valid", "10"}, {"max-valid", "30"}, {"max-time", "0.2"}},
};

/* Half the error needs four times as many launches. The limits are higher
 * still, because this preset is for noisy machines. */
static const struct preset thorough = {
    .name = "thorough",
    .help = "half the standard error, with up to ten times the launches: -e "
            "0.005 -c 100 -R 50000 --max-time 30",
    .sets = {{"max-rse", "0.005"},
             {"min-valid", "100"},
             {"max-launches", "50000"},
             {"max-time", "30"}},
};

/* The sweep of --accept. It has no gauges: launches in a slow state of the
 * machine must count, because --accept must detect that state. */
const struct preset preset_accept = {
    .name = "accept",
    .sets = {{"size", "8,64Ki"},
             {"pairs", "halves"},
             {"budget", "10"},
             {"no-watch", NULL},
             {"allow-na", NULL},
             {"allow-one-rank", NULL},
             {"progress", "never"}},
    .operands = {"barrier", "bcast", "allreduce", "alltoall", "pingpong"},
};

const struct preset *const preset_table[] = {&preset_paper, &quick, &thorough,
                                             NULL};

/* ---- all names ----------------------------------------------------------- */

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

/* ---- --list -------------------------------------------------------------- */

/* True if the pattern matches the name, or a part of it: the operation or the
 * algorithm of OPERATION:ALGORITHM, or the owner of OWNER.PARAMETER. */
static bool name_fits(const char *pattern, const char *name)
{
    char *first = xstrdup(name), *rest = first;
    bool fits = fnmatch(pattern, name, 0) == 0 ||
                fnmatch(pattern, strsep(&rest, ".:"), 0) == 0 ||
                (rest != NULL && strchr(name, ':') != NULL &&
                 fnmatch(pattern, rest, 0) == 0);

    free(first);
    return fits;
}

static bool is_owned(const struct catalog_entry *e, const char *owner)
{
    size_t n = strlen(owner);

    return strcmp(e->kind, "parameter") == 0 &&
           strncmp(e->name, owner, n) == 0 && e->name[n] == '.';
}

/* True if the entry belongs to the operation: as one of its algorithms *:NAME,
 * or as a parameter of the operation or of one of its algorithms. */
static bool belongs(const struct registry *r, const struct catalog_entry *e,
                    const struct op *op)
{
    if (op->params != NULL && is_owned(e, op->params->owner))
        return true;
    for (size_t i = 0; i < r->nalgos; i++)
        if (algo_fits(r->algos[i], op) &&
            (is_owned(e, algo_owner(r->algos[i])) ||
             (strcmp(e->kind, "algorithm") == 0 &&
              strncmp(e->name, "*:", 2) == 0 &&
              strcmp(e->name + 2, r->algos[i]->name) == 0)))
            return true;
    return false;
}

static bool is_listed(const struct options *o, const struct catalog_entry *e)
{
    const struct registry *r = &o->registry;

    for (size_t i = 0; i < o->nlisted; i++) {
        if (name_fits(o->listed[i], e->name))
            return true;
        for (size_t j = 0; j < r->nops; j++)
            if (fnmatch(o->listed[i], r->ops[j]->name, 0) == 0 &&
                belongs(r, e, r->ops[j]))
                return true;
    }
    return o->nlisted == 0;
}

/* True if the name of the entry contains an operand. */
static bool is_like(const struct options *o, const struct catalog_entry *e)
{
    for (size_t i = 0; i < o->nlisted; i++)
        if (strstr(e->name, o->listed[i]) != NULL)
            return true;
    return false;
}

size_t options_list(FILE *f, const struct options *o)
{
    struct catalog c;
    int kind = 0, name = 0;
    size_t listed = 0;

    catalog_build(&c, &o->registry);
    for (size_t i = 0; i < c.n; i++) {
        int k = (int)strlen(c.v[i].kind);
        int n = (int)strlen(c.v[i].name);

        kind = k > kind ? k : kind;
        name = n > name ? n : name;
    }
    for (int like = 0; like < 2 && listed == 0; like++)
        for (size_t i = 0; i < c.n; i++)
            if ((like ? is_like : is_listed)(o, &c.v[i])) {
                fprintf(f, "%-*s  %-*s  %s\n", kind, c.v[i].kind, name,
                        c.v[i].name, c.v[i].help);
                listed++;
            }
    catalog_free(&c);
    return listed;
}
