/* harness.c: what all measurements share; the bound of the start broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/harness.h"

#include <math.h>
#include <sched.h>
#include <unistd.h>
#include "mpiperf/machine/sysfile.h"
#include "measure/turn.h"

enum { T_BCAST_REPS = 20, T_BCAST_SAFETY = 2 };

/* A start up to this many clock readings late is on time. */
enum { TOLERANCE_READS = 4 };
static const double tolerance_min = 100e-9;

/*
 * Step 2: the longest time from rank 0's reading its clock to any rank's
 * having it, over a few repetitions. The first, with its connection set-up,
 * does not count.
 */
static int measure_t_bcast(const struct harness *h, double *longest)
{
    int rc = MPI_SUCCESS;

    *longest = tolerance_min;
    for (int i = 0; i < T_BCAST_REPS && rc == MPI_SUCCESS; i++) {
        struct turn_order order = {0};

        rc = MPI_Barrier(h->comm);
        if (rc != MPI_SUCCESS)
            break;
        order.first_start = clock_global_now(&h->clocks->model, &h->clock);
        rc = turn_order_bcast(h->comm, &order);
        if (i > 0)
            *longest =
                fmax(*longest, clock_global_now(&h->clocks->model, &h->clock) -
                                   order.first_start);
    }
    return rc;
}

static int ranks_per_node(MPI_Comm comm, int *size)
{
    MPI_Comm node;
    int rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                 &node);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_size(node, size);
    return MPI_Comm_free(&node);
}

/* The largest cache that this rank's data can be in. The C library is asked
 * only where the kernel lists none: of some processors it gives the sum of
 * several last-level caches, of which a core reaches one. */
static size_t cache_bytes(void)
{
    size_t listed = sysfile_cache(SYSFILE_CPUS, sched_getcpu());
    long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    size_t unknown = (size_t)32 << 20;

    if (listed > 0)
        return listed;
    return l3 > 0 ? (size_t)l3 : l2 > 0 ? (size_t)l2 : unknown;
}

int harness_open(struct harness *h, MPI_Comm comm, const struct clock *clock,
                 struct clocks *clocks, double read_cost, double resolution)
{
    double mine[4], most[4] = {0}, longest;
    int rc;

    *h = (struct harness){.comm = comm, .clock = *clock, .clocks = clocks};
    h->tolerance = fmax(tolerance_min, TOLERANCE_READS * read_cost);
    h->tolerance = fmax(h->tolerance, 2 * resolution);
    MPI_Comm_rank(h->comm, &h->rank);
    MPI_Comm_size(h->comm, &h->size);
    rc = ranks_per_node(h->comm, &h->ranks_per_node);
    if (rc == MPI_SUCCESS)
        rc = measure_t_bcast(h, &longest);
    if (rc != MPI_SUCCESS)
        return rc;
    mine[0] = (double)cache_bytes();
    mine[1] = resolution;
    mine[2] = h->ranks_per_node;
    mine[3] = longest;
    rc = MPI_Allreduce(mine, most, 4, MPI_DOUBLE, MPI_MAX, h->comm);
    h->cache_bytes = (size_t)most[0];
    h->step = most[1];
    h->ranks_per_node = (int)most[2];
    h->t_bcast = T_BCAST_SAFETY * most[3];
    return rc;
}
