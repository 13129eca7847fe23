/* linear.c: clock synchronization `linear`: each rank with rank 0.
 *
 * Ranks 1 to n - 1 exchange messages with rank 0 one after the other: O(n)
 * round trips. Each rank has the error of a single pair. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/methods.h"
#include "mpi/nodes.h"

static int reference_zero(int rank, int n)
{
    (void)n;
    return rank > 0 ? 0 : -1;
}

static int linear_turns(MPI_Comm comm, const struct clock *clock, int d,
                        struct pair_offset *own)
{
    int rank, n, rc = MPI_SUCCESS;

    comm_position(comm, &rank, &n);
    if (rank > 0)
        return pair_client(comm, 0, clock, d, own);
    for (int i = 1; i < n && rc == MPI_SUCCESS; i++)
        rc = pair_reference(comm, i, clock);
    *own = (struct pair_offset){
        .epoch = clock_seconds(clock, clock_read(clock)),
    };
    return rc;
}

static int linear_sync(MPI_Comm comm, const struct clock *clock,
                       const struct clocksync_config *config,
                       struct clock_model *model, struct clocksync_info *info)
{
    struct pair_offset own;
    int rc = linear_turns(comm, clock, config->d, &own);

    (void)info;
    if (rc == MPI_SUCCESS)
        rc = pairs_repeat(comm, clock, config->d, reference_zero, &own);
    if (rc == MPI_SUCCESS)
        *model = model_of_pair(&own);
    return rc;
}

const struct clocksync clocksync_linear = {
    .name = "linear",
    .help = "every rank with rank 0, one after another; O(n), the smallest "
            "error",
    .sync = linear_sync,
};
