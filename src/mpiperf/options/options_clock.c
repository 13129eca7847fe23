/* options_clock.c: how the ranks start together, and the clocks for it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"

static const struct method method_window = {
    .name = "window",
    .help = "launches in slots of a common schedule, by synchronized clocks",
};

const struct method *const method_table[] = {&method_window, NULL};

int method_set(struct options *o, const char *arg, char **cause)
{
    for (const struct method *const *m = method_table; *m != NULL; m++) {
        if (strcmp((*m)->name, arg) == 0) {
            o->method = *m;
            return 0;
        }
    }
    *cause = catalog_unknown(&o->registry, KIND_METHOD, arg);
    return -1;
}

int timer_set(struct options *o, const char *arg, char **cause)
{
    const struct timer *timer = timer_find(arg);

    if (timer == NULL && strcmp(arg, "auto") != 0) {
        *cause = catalog_unknown(&o->registry, KIND_TIMER, arg);
        return -1;
    }
    o->timer = timer;
    return 0;
}

int clocksync_set(struct options *o, const char *arg, char **cause)
{
    const struct clocksync *clocksync = clocksync_find(arg);

    if (clocksync == NULL) {
        *cause = catalog_unknown(&o->registry, KIND_CLOCKSYNC, arg);
        return -1;
    }
    o->clocksync = clocksync;
    return 0;
}
