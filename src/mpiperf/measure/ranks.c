/* ranks.c: what launches took each rank by itself. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/ranks.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/results.h"

void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted)
{
    for (; counted != 0; launch++, counted >>= 1)
        if (counted & 1) {
            t->sum += launch->duration;
            t->n++;
        }
}

static void result_add(struct result *r, long n, double mean, double least,
                       double most)
{
    r->ranked += n;
    r->rank_mean = results_mean(r->rank_mean, mean, r->ranked / (double)n);
    r->rank_min = results_mean(r->rank_min, least, (double)r->visited);
    r->rank_max = results_mean(r->rank_max, most, (double)r->visited);
}

int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results)
{
    double *mine = xcalloc(5 * n, sizeof(*mine)), *sum = mine + 2 * n;
    double *most = mine + 3 * n;
    int rank, size, rc;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (size_t i = 0; i < n; i++) {
        mine[i] = t[i].n > 0 ? t[i].sum / (double)t[i].n / repeats : 0;
        mine[n + i] = -mine[i]; /* the least of all ranks' */
    }
    rc = MPI_Reduce(mine, sum, (int)n, MPI_DOUBLE, MPI_SUM, 0, comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, most, 2 * (int)n, MPI_DOUBLE, MPI_MAX, 0, comm);
    for (size_t i = 0; rank == 0 && rc == MPI_SUCCESS && i < n; i++)
        if (t[i].n > 0)
            result_add(&results[i], t[i].n, sum[i] / size, -most[n + i],
                       most[i]);
    free(mine);
    return rc;
}
