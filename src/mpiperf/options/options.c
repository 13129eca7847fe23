/* options.c: defaults, then the preset, then what was given; then checks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"

#include <stdlib.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_scan.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/preset.h"

/* One option with its value, and its name before the cause. */
static char *row_apply(struct options *o, const struct option_row *row,
                       const char *arg)
{
    char *why, *cause;

    if (row->arg != NULL && *arg == '\0')
        return xasprintf("--%s: needs a value", row->name);
    if (row->set(o, arg, &why) == 0)
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

static char *defaults_apply(struct options *o)
{
    const struct option_row *row;
    char *cause = NULL;

    o->align = (size_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; cause == NULL && (row = option_at(i)) != NULL; i++)
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

/* Options that say what names there are to choose from. */
static char *early_apply(struct options *o, const struct scan *s)
{
    char *cause = NULL;

    for (size_t i = 0; i < s->n && cause == NULL; i++)
        if (s->v[i].row != NULL && s->v[i].row->early)
            cause = row_apply(o, s->v[i].row, s->v[i].arg);
    return cause;
}

static char *settings_apply(struct options *o, const struct scan *s)
{
    char *cause = NULL;

    for (size_t i = 0; i < s->n && cause == NULL; i++) {
        const struct setting *given = &s->v[i];

        if (given->row == NULL)
            cause = operand_apply(o, given->arg);
        else if (!given->row->early)
            cause = row_apply(o, given->row, given->arg);
    }
    return cause;
}

enum options_outcome options_parse(struct options *o, int argc, char **argv,
                                   int world, char **cause)
{
    struct scan scan;
    char *why = NULL;

    *o = (struct options){0};
    registry_open(&o->registry);
    registry_add(&o->registry, adapter_algos);
    if (scan_parse(&scan, argc, argv, &why) == 0)
        why = early_apply(o, &scan);
    if (why == NULL && scan.outcome != OPTIONS_RUN) {
        enum options_outcome outcome = scan.outcome;

        scan_free(&scan);
        return outcome;
    }
    if (why == NULL) {
        why = defaults_apply(o);
        if (why == NULL) {
            preset_apply(o, &scan);
            why = settings_apply(o, &scan);
        }
        if (why == NULL)
            why = params_apply(o);
        if (why == NULL) {
            choices_narrow(o);
            why = options_check(o, &scan, world);
        }
    }
    scan_free(&scan);
    if (why == NULL)
        return OPTIONS_RUN;
    options_free(o);
    *cause = why;
    return OPTIONS_BAD;
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        free(o->choices[i].algos);
    for (size_t i = 0; i < o->noutputs; i++)
        free(o->outputs[i].file);
    free(o->choices);
    free(o->methods);
    free(o->left_out.ops);
    free(o->left_out.why);
    free(o->outputs);
    sweep_free(&o->procs);
    sweep_free(&o->size);
    params_free(&o->params);
    registry_close(&o->registry);
    *o = (struct options){0};
}
