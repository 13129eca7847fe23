/* options_clock.c: how the ranks start together, and the clocks for it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

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
