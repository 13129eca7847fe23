/* reading.c: one reading of the gauges that are watched. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/reading.h"

#include <math.h>

static const double patience = 1e-3; /* for the neighbours */

enum { ATTEMPTS = 3 };

/* INFINITY where a rank has no level, since what MPI_MAX makes of NAN is not
 * defined; and where it was interrupted: the gauges may then have seen
 * different states of the machine. */
static int attempt(struct neighbours *n, MPI_Comm comm, double level[GAUGES])
{
    double mine[GAUGES];
    int rc = MPI_Barrier(comm);
    double took = gauges_glance(n, patience, mine);

    for (int i = 0; i < GAUGES; i++)
        if (isnan(mine[i]) || took > patience)
            mine[i] = INFINITY;
    return rc == MPI_SUCCESS
               ? MPI_Allreduce(mine, level, GAUGES, MPI_DOUBLE, MPI_MAX, comm)
               : rc;
}

/* Is there a level of each gauge that is watched? */
static bool is_whole(const double level[GAUGES])
{
    for (int i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL && isnan(level[i]))
            return false;
    return true;
}

int reading_take(struct neighbours *n, MPI_Comm comm, double level[GAUGES])
{
    int rc = MPI_SUCCESS;
    bool whole = false;

    for (int k = 0; k < ATTEMPTS && !whole && rc == MPI_SUCCESS; k++) {
        rc = attempt(n, comm, level);
        for (int i = 0; i < GAUGES; i++)
            if (!(level[i] > 0 && isfinite(level[i])))
                level[i] = NAN;
        whole = is_whole(level);
    }
    return rc;
}
