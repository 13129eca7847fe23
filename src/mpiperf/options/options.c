/* options.c: sets the options: first defaults, then the preset, then the
 * command line. Then checks them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "adapters/mock/mock.h"
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/foreign.h"
#include "mpiperf/options/options_parts.h"
#include "print/benchmarks.h"

/* ---- presets ------------------------------------------------------------- */

/* Sets the options of the preset, and its operands unless others are given.
 * With --max-rse, the paper's second stop rule applies: this error is reached
 * and 10 launches are valid. */
static int preset_apply(struct options *o, const struct option_line *l,
                        char **cause)
{
    const struct setting *given = option_line_find(l, "preset");
    const struct preset *preset =
        given != NULL ? names_row(preset_table, given->arg) : NULL;
    struct option_line line = {.rows = l->rows};
    bool operands = false;
    int rc;

    if (option_line_find(l, "accept") != NULL) {
        preset = &preset_accept;
        o->preset = preset->name;
    }
    if (preset == NULL) /* preset_set() reports an unknown name later */
        return 0;
    for (int i = 0; preset->sets[i].option != NULL; i++)
        option_line_add(&line, preset->sets[i].option, preset->sets[i].value);
    rc = options_set_given(o, &line, operand_set, cause);
    option_line_free(&line);
    for (size_t i = 0; i < l->n; i++)
        operands |= l->v[i].row == NULL;
    for (int i = 0; rc == 0 && !operands && preset->operands[i] != NULL; i++)
        rc = operand_set(o, preset->operands[i], cause);
    if (preset == &preset_paper) {
        o->how.paper = true;
        o->how.max_time = INFINITY;
        o->how.stop_on_rse = option_line_find(l, "max-rse") != NULL;
        if (o->how.stop_on_rse)
            o->how.min_valid = 10;
    }
    return rc;
}

/* ---- plug-ins ------------------------------------------------------------ */

/* Loads the plug-ins of the command line. This must come before the whole line
 * is parsed, because operations of plug-ins can have options. */
static char *plugins_load(struct options *o, const struct option_line *early)
{
    char *cause;

    for (size_t i = 0; i < early->n; i++) {
        const struct setting *s = &early->v[i];

        if (s->row == NULL || s->row->set != plugin_set)
            continue;
        if (*s->arg == '\0')
            return xstrdup("--plugin: needs a value");
        if (registry_plugin(&o->registry, s->arg, &cause) != 0)
            return xprefix("--plugin", cause);
    }
    return NULL;
}

/* ---- parameters ---------------------------------------------------------- */

/* Reads the parameters of the harness. Checks those of all operations and
 * algorithms, even of those that are not measured. */
static char *params_check_all(struct options *o)
{
    const struct {
        const struct param_table *table;
        void *values;
    } own[] = {
        {&window_params, &o->how.window},
        {&clocksync_params, &o->clocks.sync},
        {&barrier_params, &o->how.barrier},
    };
    const struct param_table **tables = registry_tables(&o->registry);
    char *cause = NULL;

    for (size_t i = 0; i < sizeof(own) / sizeof(*own) && cause == NULL; i++)
        params_read(own[i].table, &o->params, own[i].values, &cause);
    for (size_t i = 0; tables[i] != NULL && cause == NULL; i++)
        free(params_values(tables[i], &o->params, &cause));
    free(tables);
    return cause != NULL ? xprefix("--param", cause) : NULL;
}

/* Reads the parameters of an operation and of its variants, whose own settings
 * override --param. Returns an error that starts with the operation's name,
 * malloced, or NULL. */
static char *choice_apply(struct choice *c, const struct params *given)
{
    char *cause;

    c->values = params_values(c->op->params, given, &cause);
    for (size_t i = 0; i < c->nvariants && cause == NULL; i++) {
        struct variant *v = &c->variants[i];
        struct params all = {0};

        params_append(&all, given);
        params_append(&all, &v->settings);
        params_free(&v->settings);
        v->settings = all;
        v->values = params_values(v->algo->params, &all, &cause);
    }
    return cause != NULL ? xprefix(c->op->name, cause) : NULL;
}

static char *params_apply(struct options *o)
{
    char *cause = params_check_all(o);

    o->how.window.paper = o->how.paper;
    o->clocks.sync.each_case =
        o->how.paper && params_get(&o->params, "clocksync", "budget") == NULL;
    for (size_t i = 0; i < o->nchoices && cause == NULL; i++)
        cause = choice_apply(&o->choices[i], &o->params);
    return cause;
}

/* ---- the whole command line ---------------------------------------------- */

/* Adds all ranks if there is no other number. Where a line of IMB has more
 * ranks than there are, as in 2, 4, 8, ..., all ranks are last. */
static void procs_resolve(struct sweep *procs, int world, bool imb)
{
    size_t n = 0;

    while (n < procs->n && (!imb || procs->v[n] <= world))
        n++;
    if (n > 0 && (n == procs->n || procs->v[n - 1] == world)) {
        procs->n = n;
        return;
    }
    procs->n = n;
    XAPPEND(procs->v, procs->n, world);
}

static char *all_apply(struct options *o, const struct option_line *l,
                       int world)
{
    char *cause;

    o->how.align = (size_t)sysconf(_SC_PAGESIZE);
    o->how.stop_on_rse = true;
    o->stuck_after = NAN;
    if (options_set_defaults(o, l->rows, &cause) != 0 ||
        preset_apply(o, l, &cause) != 0 ||
        options_set_given(o, l, operand_set, &cause) != 0)
        return cause;
    if (o->program != NULL && o->nchoices == 0 &&
        operand_set(o, "*", &cause) != 0)
        return cause;
    o->how.may_fall_back = option_line_find(l, "method") == NULL &&
                           !o->how.paper &&
                           o->how.called.arrival.pattern == NULL;
    o->clocks.any_timer = o->check;
    cause = params_apply(o);
    if (cause == NULL)
        cause = load_ranks_apply(o, world);
    if (cause != NULL)
        return cause;
    world -= o->how.load.n;
    procs_resolve(&o->procs, world, o->as != NULL && !benchmark_is_osu(o->as));
    choices_narrow(o);
    return options_check(o, l, world);
}

static void listed_keep(struct options *o, const struct option_line *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].row == NULL)
            XAPPEND(o->listed, o->nlisted, l->v[i].arg);
}

enum options_outcome options_parse(struct options *o, const struct early *e,
                                   size_t number, int world,
                                   const struct algo *const *more, char **cause)
{
    const struct foreign_line *words = &e->words.v[number];
    struct option_line line = {.outcome = OPTIONS_BAD};
    struct option_row *rows;
    char *foreign;

    *o = (struct options){.as = words->as,
                          .remarks = number == 0 ? e->words.remarks : NULL,
                          .more = number + 1 < e->words.n};
    adapters_open(&o->registry);
    registry_add(&o->registry, mock_algos);
    if (more != NULL)
        registry_add(&o->registry, more);
    *cause = e->cause != NULL ? xstrdup(e->cause) : plugins_load(o, &e->line);
    rows = option_rows(&o->registry);
    if (*cause == NULL &&
        option_line_scan(&line, rows, words->argc, words->argv, cause) == 0) {
        if (line.outcome == OPTIONS_RUN)
            *cause = all_apply(o, &line, world);
        else
            listed_keep(o, &line);
        if (number > 0) {
            o->append = o->noutputs > 0 && !o->resume;
            o->overwrite = false;
        }
    }
    option_line_free(&line);
    foreign =
        *cause != NULL ? foreign_option(rows, words->argc, words->argv) : NULL;
    free(rows);
    if (*cause == NULL)
        return line.outcome;
    if (foreign != NULL) {
        free(*cause);
        *cause = foreign;
    }
    options_free(o);
    return OPTIONS_BAD;
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        choice_free(&o->choices[i]);
    for (size_t i = 0; i < o->noutputs; i++)
        free(o->outputs[i]);
    free(o->choices);
    free(o->how.methods);
    free(o->how.load.rank);
    free(o->how.load.text);
    free(o->skipped.ops);
    free(o->skipped.cause);
    free(o->outputs);
    free(o->listed);
    json_decref(o->calls);
    sweep_free(&o->procs);
    sweep_free(&o->size);
    params_free(&o->params);
    registry_close(&o->registry);
    *o = (struct options){0};
}
