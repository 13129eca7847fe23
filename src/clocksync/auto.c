/* auto.c: clock synchronization `auto`: one clock where it is proven to be
 * one, else `linear`.
 *
 * Ranks on one node that read the same clock need no offset, and the best
 * estimate of one is worse than 0. The envelope of `linear`'s exchanges tells:
 * where some rank's excludes 0, that rank's clock is another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "clocksync/methods.h"

static int auto_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info);

const struct clocksync clocksync_auto = {
    .name = "auto",
    .help = "`none` where the test finds one shared clock, else `linear`",
    .sync = auto_sync,
};

/* The shared clock is refused for the first reason that holds. */
enum verdict { SHARED, OTHER_CLOCK, OTHER_NODE, OWN_CLOCK };

static const char *const verdict_why[] = {
    [SHARED] = "one node, and every envelope contains 0: one shared clock",
    [OTHER_CLOCK] =
        "some rank's envelope excludes 0: its clock is not rank 0's",
    [OTHER_NODE] = "the ranks are on more than one node",
    [OWN_CLOCK] = "this timer means nothing to another process",
};

/* Severity is ordered, so that the maximum over the ranks is the verdict. */
static int verdict_agree(MPI_Comm comm, const struct clock *clock,
                         const struct pair_offset *own, int *verdict)
{
    int n, nodesize, rc, mine = SHARED;
    MPI_Comm node;

    rc = MPI_Comm_size(comm, &n);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                 &node);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Comm_size(node, &nodesize);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_free(&node);
    if (rc != MPI_SUCCESS)
        return rc;
    if (own->lo > 0 || own->hi < 0)
        mine = OTHER_CLOCK;
    if (nodesize < n)
        mine = OTHER_NODE;
    if (clock->timer->scope != TIMER_NODE && n > 1)
        mine = OWN_CLOCK;
    return MPI_Allreduce(&mine, verdict, 1, MPI_INT, MPI_MAX, comm);
}

static int auto_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    struct pair_offset own;
    int rc, verdict;

    rc = linear_pairs(comm, clock, config->d, &own);
    if (rc == MPI_SUCCESS)
        rc = verdict_agree(comm, clock, &own, &verdict);
    if (rc != MPI_SUCCESS)
        return rc;
    info->why = verdict_why[verdict];
    if (verdict == SHARED) {
        own.offset = 0;
        info->chosen = clocksync_none.name;
    } else {
        info->chosen = clocksync_linear.name;
    }
    *model = model_of_pair(&own);
    if (verdict == SHARED)
        model->slope_bound = 0;
    return MPI_SUCCESS;
}
