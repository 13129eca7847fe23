/* none.c: clock synchronization `none`: assumes that all ranks share one
 * clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "clocksync/methods.h"

/* Nothing is measured, so the error is unknown except on rank 0. */
static int none_sync(MPI_Comm comm, const struct clock *clock,
                     const struct clocksync_config *config,
                     struct clock_model *model, struct clocksync_info *info)
{
    int rank;

    (void)config;
    (void)info;
    MPI_Comm_rank(comm, &rank);
    *model = (struct clock_model){
        .epoch = clock_seconds(clock, clock_read(clock)),
        .uncertainty = rank == 0 ? 0 : NAN,
        .slope_bound = rank == 0 ? 0 : NAN,
    };
    return MPI_SUCCESS;
}

const struct clocksync clocksync_none = {
    .name = "none",
    .help = "no synchronization: all ranks share one clock",
    .sync = none_sync,
};
