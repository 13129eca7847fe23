/* options.c: defaults, then the preset, then what was given; then checks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/preset.h"

static void preset_apply(struct options *o, const struct option_line *l)
{
    const struct setting *given = option_line_find(l, "preset");
    const struct preset *preset = given ? preset_find(given->arg) : NULL;

    if (preset != NULL) /* an unknown one is refused when its turn comes */
        preset->apply(o, option_line_find(l, "max-rse") != NULL);
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

/* Plug-ins bring operations, and operations options: they are loaded before
 * the line can be cut up. */
static char *plugins_load(struct options *o, int argc, char **argv)
{
    char *cause;

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *file;

        if (!is_plugin(argv[i], &file))
            continue;
        if (file == NULL)
            file = ++i < argc ? argv[i] : "";
        if (*file == '\0')
            return xstrdup("--plugin: needs a value");
        if (registry_plugin(&o->registry, file, &cause) != 0)
            return xprefix("--plugin", cause);
    }
    return NULL;
}

int plugin_loaded(struct options *o, const char *arg, char **cause)
{
    (void)o, (void)arg, (void)cause;
    return 0;
}

/* Everything that was asked for, in its order: the cause, or NULL. */
static char *all_apply(struct options *o, const struct option_line *l,
                       int world)
{
    char *cause;

    o->how.align = o->default_align = (size_t)sysconf(_SC_PAGESIZE);
    o->how.stop_on_rse = true;
    o->stuck_after = NAN;
    if (options_set_defaults(o, l->rows, &cause) != 0)
        return cause;
    preset_apply(o, l);
    if (options_set_given(o, l, operand_set, &cause) != 0)
        return cause;
    o->how.may_fall_back = option_line_find(l, "method") == NULL &&
                           !o->how.paper && o->how.arrival.pattern == NULL;
    o->clocks.any_timer = o->check;
    cause = params_apply(o);
    if (cause != NULL)
        return cause;
    choices_narrow(o);
    return options_check(o, l, world);
}

enum options_outcome options_parse(struct options *o, int argc, char **argv,
                                   int world, char **cause)
{
    struct option_line line = {.outcome = OPTIONS_BAD};
    struct option_row *rows;

    *o = (struct options){0};
    registry_open(&o->registry);
    registry_add(&o->registry, adapter_algos);
    *cause = plugins_load(o, argc, argv);
    rows = option_rows(&o->registry);
    if (*cause == NULL &&
        option_line_scan(&line, rows, argc, argv, cause) == 0 &&
        line.outcome == OPTIONS_RUN)
        *cause = all_apply(o, &line, world);
    option_line_free(&line);
    free(rows);
    if (*cause == NULL)
        return line.outcome;
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
    free(o->skipped.ops);
    free(o->skipped.cause);
    free(o->outputs);
    sweep_free(&o->procs);
    sweep_free(&o->size);
    params_free(&o->params);
    registry_close(&o->registry);
    *o = (struct options){0};
}
