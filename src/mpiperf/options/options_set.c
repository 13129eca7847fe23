/* options_set.c: options on the cases, when to stop, how ranks start together,
 * and where results go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/options_word.h"
#include "mpiperf/options/preset.h"

/* No machine holds a larger block, and a few of them still fit in 63 bits. */
#define SIZE_LIMIT ((int64_t)1 << 50)

static int sweep_set(struct sweep *to, const char *arg, int64_t min,
                     int64_t max, char **cause)
{
    struct sweep s;

    if (sweep_parse(&s, arg, min, max, cause) != 0)
        return -1;
    sweep_free(to);
    *to = s;
    return 0;
}

int procs_set(struct options *o, const char *arg, char **cause)
{
    return sweep_set(&o->procs, arg, 1, INT_MAX, cause);
}

int size_set(struct options *o, const char *arg, char **cause)
{
    return sweep_set(&o->size, arg, 0, SIZE_LIMIT, cause);
}

int root_set(struct options *o, const char *arg, char **cause)
{
    static const char *const modes[] = {"all", "rotate", NULL};
    static const enum root_mode mode[] = {ROOT_ALL, ROOT_ROTATE};
    long root = 0;
    int i;

    if (word_is_number(arg)) {
        if (number_long(&root, arg, 0, INT_MAX, cause) != 0)
            return -1;
        o->root_mode = ROOT_ONE;
    } else {
        i = word_find("root", modes, "a rank", arg, cause);
        if (i < 0)
            return -1;
        o->root_mode = mode[i];
    }
    o->root = (int)root;
    return 0;
}

int passes_set(struct options *o, const char *arg, char **cause)
{
    static const char *const modes[] = {"auto", NULL};

    o->how.passes = 0;
    if (word_is_number(arg))
        return number_long(&o->how.passes, arg, 1, INT_MAX, cause);
    return word_find("number of passes", modes, "a number", arg, cause) < 0 ? -1
                                                                            : 0;
}

int preset_set(struct options *o, const char *arg, char **cause)
{
    const struct preset *p = preset_find(arg);

    o->preset = p != NULL ? p->name : NULL;
    return catalog_check(o, p, KIND_PRESET, arg, cause);
}

static int method_add(struct options *o, const char *name, char **cause)
{
    const struct method *method = method_find(name);

    if (catalog_check(o, method, KIND_METHOD, name, cause) != 0)
        return -1;
    for (size_t i = 0; i < o->how.nmethods; i++) {
        if (o->how.methods[i] == method) {
            *cause = xasprintf("'%s': named twice", name);
            return -1;
        }
    }
    o->how.methods = xreallocarray(o->how.methods, o->how.nmethods + 1,
                                   sizeof(*o->how.methods));
    o->how.methods[o->how.nmethods++] = method;
    return 0;
}

int method_set(struct options *o, const char *arg, char **cause)
{
    char *names = xstrdup(arg), *rest = names, *name;
    int rc = 0;

    o->how.nmethods = 0;
    while (rc == 0 && (name = strsep(&rest, ",")) != NULL)
        rc = method_add(o, name, cause);
    free(names);
    return rc;
}

int arrival_set(struct options *o, const char *arg, char **cause)
{
    return arrival_parse(&o->how.arrival, arg, cause);
}

int timer_set(struct options *o, const char *arg, char **cause)
{
    o->clocks.timer = timer_find(arg);
    return strcmp(arg, "auto") == 0
               ? 0
               : catalog_check(o, o->clocks.timer, KIND_TIMER, arg, cause);
}

int clocksync_set(struct options *o, const char *arg, char **cause)
{
    o->clocks.clocksync = clocksync_find(arg);
    return catalog_check(o, o->clocks.clocksync, KIND_CLOCKSYNC, arg, cause);
}

/* The name without "./" before it. */
static const char *file_plain(const char *file)
{
    while (file[0] == '.' && file[1] == '/')
        for (file += 2; *file == '/'; file++)
            ;
    return file;
}

int output_set(struct options *o, const char *arg, char **cause)
{
    for (size_t i = 0; i < o->noutputs; i++)
        if (strcmp(file_plain(o->outputs[i]), file_plain(arg)) == 0)
            return param_refuse(arg, "is given twice", cause);
    o->outputs =
        xreallocarray(o->outputs, o->noutputs + 1, sizeof(*o->outputs));
    o->outputs[o->noutputs++] = xstrdup(arg);
    return 0;
}
