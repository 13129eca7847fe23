/* check_placement.c: --check: clocks of the ranks, and the CPUs they are on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "mpiperf/check/check.h"
#include "mpiperf/machine/warn.h"

/* A line where there is something to warn of. */
static bool warned(struct check *c, enum verdict v, const char *what,
                   warn_fn *about)
{
    char *text = about(c->info);
    bool any = text != NULL;

    if (any)
        check_print(c, v, what, "%s", text);
    free(text);
    return any;
}

static void sync_check(struct check *c)
{
    double largest = 0;

    if (c->info->nranks == 1) /* its clock is the global one */
        return;
    if (warned(c, CHECK_WARN, "clocks of ranks", warn_uncertainty) ||
        warned(c, CHECK_WARN, "clocks of ranks", warn_residual))
        return;
    for (int i = 0; i < c->info->nranks; i++)
        largest = fmax(largest, c->info->models[i].uncertainty);
    check_print(c, CHECK_OK, "clocks of ranks",
                "known within %.3f us of each other (--clocksync=%s)",
                largest * 1e6, c->info->sync_info.chosen);
}

static void source_check(struct check *c)
{
    const char *source =
        json_string_value(json_object_get(c->info->machine, "clocksource"));

    if (source == NULL)
        check_print(c, CHECK_SKIPPED, "clock source",
                    "not known: the kernel does not say");
    else if (!warned(c, CHECK_WARN, "clock source", warn_clocksource))
        check_print(c, CHECK_OK, "clock source",
                    "%s, read without a system "
                    "call",
                    source);
}

static void ranks_check(struct check *c)
{
    const struct runinfo *info = c->info;

    if (warned(c, CHECK_UNFIT, "ranks", warn_oversubscribed))
        return;
    check_print(c, CHECK_OK, "ranks", "%d on %d node%s, a CPU for each",
                info->nranks, info->nnodes, info->nnodes == 1 ? "" : "s");
    if (!warned(c, CHECK_WARN, "binding", warn_unpinned))
        check_print(c, CHECK_OK, "binding",
                    "each rank is bound to a core of its own");
}

void check_placement(struct check *c)
{
    if (c->h->rank != 0)
        return;
    sync_check(c);
    if (!time_is_simulated())
        source_check(c);
    ranks_check(c);
    warned(c, CHECK_WARN, "CPU limit", warn_quota);
}
