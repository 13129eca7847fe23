/* choose.c: all ranks choose one schedule. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "choose.h"

#include <math.h>

#include "auto.h"
#include "way.h"

/* What ranks take the largest of: seconds of the candidates; distances, and
 * without their signs the smallest of them. */
enum { FARTHEST = MS_CANDIDATES, NEAREST, VALUES };

static void distances(const struct ms_item *items, size_t n, double *values)
{
    values[FARTHEST] = values[NEAREST] = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        double d = (double)items[i].distance;

        if (ms_within_node(&items[i]))
            continue;
        values[FARTHEST] = fmax(values[FARTHEST], d);
        values[NEAREST] = fmax(values[NEAREST], -d);
    }
}

int ms_choose_all(const struct msgsched_plan *plan, struct ms_item *items,
                  size_t n, struct ms_cut *cuts,
                  enum msgsched_schedule *schedule)
{
    struct msgsched_options o = plan->options;
    double values[VALUES];
    int rc;

    distances(items, n, values);
    for (int k = 0; k < MS_CANDIDATES; k++) {
        o.schedule = ms_candidates[k];
        values[k] = ms_predict(&o, &plan->home->costs, items, n, cuts);
    }
    rc = MPI_Allreduce(MPI_IN_PLACE, values, VALUES, MPI_DOUBLE, MPI_MAX,
                       plan->home->comm);
    if (rc == MPI_SUCCESS)
        *schedule = ms_choose(values, values[FARTHEST] > -values[NEAREST]);
    return rc;
}
