/* options.c: defaults, then the preset, then what was given; then checks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_scan.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/preset.h"

/* Kept for all operations that have a parameter of that name. */
static int param_option_set(struct options *o, const struct option_row *row,
                            const char *arg, char **why)
{
    if (params_check(row->table, row->param, arg, why) != 0)
        return -1;
    params_add(&o->params, PARAM_NO_OWNER, row->param->name, arg);
    return 0;
}

/* One option with its value, and its name before the cause. */
static char *row_apply(struct options *o, const struct option_row *row,
                       const char *arg)
{
    char *why, *cause;

    if (row->arg != NULL && *arg == '\0')
        return xasprintf("--%s: needs a value", row->name);
    if ((row->set != NULL ? row->set(o, arg, &why)
                          : param_option_set(o, row, arg, &why)) == 0)
        return NULL;
    cause = xasprintf("--%s: %s", row->name, why);
    free(why);
    return cause;
}

static char *operand_apply(struct options *o, const char *arg)
{
    char *cause;

    return operand_set(o, arg, &cause) != 0 ? cause : NULL;
}

static char *defaults_apply(struct options *o, const struct option_row *rows)
{
    char *cause = NULL;

    o->how.align = o->default_align = (size_t)sysconf(_SC_PAGESIZE);
    for (const struct option_row *row = rows; row->name && cause == NULL; row++)
        if (row->def != NULL)
            cause = row_apply(o, row, row->def);
    return cause;
}

static void preset_apply(struct options *o, const struct scan *s)
{
    const struct setting *given = scan_find(s, KEY_PRESET);
    const struct preset *preset = given ? preset_find(given->arg) : NULL;

    if (preset != NULL) /* an unknown one is refused when its turn comes */
        preset->apply(o, scan_find(s, 'e') != NULL);
}

/* Is the word --plugin, or an unambiguous beginning of it? *value is behind its
 * =, if it has one. */
static bool is_plugin(const char *word, const char **value)
{
    static const char name[] = "--plugin";
    size_t n = strcspn(word, "=");

    *value = word[n] == '=' ? word + n + 1 : NULL;
    return n >= strlen("--pl") && n < sizeof(name) && !strncmp(word, name, n);
}

/* Plug-ins say what operations, and with them what options, there are: before
 * the line can be cut up. */
static char *plugins_load(struct options *o, int argc, char **argv)
{
    char *why, *cause;

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *file;

        if (!is_plugin(argv[i], &file))
            continue;
        if (file == NULL)
            file = ++i < argc ? argv[i] : "";
        if (*file == '\0')
            return xstrdup("--plugin: needs a value");
        if (plugin_set(o, file, &why) == 0)
            continue;
        cause = xasprintf("--plugin: %s", why);
        free(why);
        return cause;
    }
    return NULL;
}

static char *settings_apply(struct options *o, const struct scan *s)
{
    char *cause = NULL;

    for (size_t i = 0; i < s->n && cause == NULL; i++) {
        const struct setting *given = &s->v[i];

        if (given->row == NULL)
            cause = operand_apply(o, given->arg);
        else if (!given->row->early) /* those are loaded */
            cause = row_apply(o, given->row, given->arg);
    }
    return cause;
}

/* Everything that was asked for, in its order: the cause, or NULL. */
static char *all_apply(struct options *o, const struct option_row *rows,
                       const struct scan *s, int world)
{
    char *why = defaults_apply(o, rows);

    if (why != NULL)
        return why;
    preset_apply(o, s);
    why = settings_apply(o, s);
    if (why == NULL)
        why = params_apply(o);
    if (why != NULL)
        return why;
    choices_narrow(o);
    return options_check(o, s, world);
}

enum options_outcome options_parse(struct options *o, int argc, char **argv,
                                   int world, char **cause)
{
    enum options_outcome outcome = OPTIONS_BAD;
    struct scan scan = {0};
    struct option_row *rows;
    char *why;

    *o = (struct options){0};
    registry_open(&o->registry);
    registry_add(&o->registry, adapter_algos);
    why = plugins_load(o, argc, argv);
    rows = option_rows(&o->registry);
    if (why == NULL && scan_parse(&scan, rows, argc, argv, &why) == 0) {
        outcome = scan.outcome;
        if (outcome == OPTIONS_RUN)
            why = all_apply(o, rows, &scan, world);
    }
    scan_free(&scan);
    free(rows);
    if (why == NULL)
        return outcome;
    options_free(o);
    *cause = why;
    return OPTIONS_BAD;
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        choice_free(&o->choices[i]);
    for (size_t i = 0; i < o->noutputs; i++)
        free(o->outputs[i].file);
    free(o->choices);
    free(o->how.methods);
    free(o->left_out.ops);
    free(o->left_out.why);
    free(o->outputs);
    sweep_free(&o->procs);
    sweep_free(&o->size);
    params_free(&o->params);
    registry_close(&o->registry);
    *o = (struct options){0};
}
