/* auto.c: clock synchronization `auto`: `none` if a test proves one shared
 * clock, else `hca3`.
 *
 * Ranks on one node that read the same clock need no offset; any estimate of it
 * is worse than 0. hca3 tests this for every node; this method reports the
 * result under its name. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/hca3.h"
#include "clocksync/methods.h"

static int auto_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info);

const struct clocksync clocksync_auto = {
    .name = "auto",
    .help = "`none` where the test finds one shared clock, else `hca3`",
    .sync = auto_sync,
};

/* The method to use. First index: 1 if there is more than one node, else 0;
 * second index: how the ranks of a node share a clock. */
static const struct {
    const struct clocksync *chosen;
    const char *why;
} verdicts[2][3] = {
    {
        [SHARING_ONE] = {&clocksync_none, "one node, and every envelope "
                                          "contains 0: one shared clock"},
        [SHARING_OTHER_CLOCK] = {&clocksync_hca3,
                                 "some rank's envelope excludes 0: its clock "
                                 "is not rank 0's"},
        [SHARING_OWN_CLOCK] = {&clocksync_hca3,
                               "this timer means nothing to another process"},
    },
    {
        [SHARING_ONE] = {&clocksync_hca3, "the ranks are on more than one "
                                          "node; those of a node share one "
                                          "clock"},
        [SHARING_OTHER_CLOCK] = {&clocksync_hca3,
                                 "the ranks are on more than one node; on "
                                 "some not all share one clock"},
        [SHARING_OWN_CLOCK] = {&clocksync_hca3,
                               "the ranks are on more than one node; this "
                               "timer means nothing to another process"},
    },
};

static int auto_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    struct sharing_found found;
    int rc;

    if (clock->timer->scope == TIMER_GLOBAL) {
        info->chosen = clocksync_none.name;
        info->why = "this timer is the same clock everywhere";
        return clocksync_none.sync(comm, clock, config, model, info);
    }
    rc = hca3_by_node(comm, clock, config, model, &found);
    if (rc != MPI_SUCCESS)
        return rc;
    info->chosen = verdicts[found.several][found.worst].chosen->name;
    info->why = verdicts[found.several][found.worst].why;
    return MPI_SUCCESS;
}
