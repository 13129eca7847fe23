/* harness.c: what all measurements of a run share; the longest time of a start
 * message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/harness.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#include "machine/sysfile.h"
#include "measure/run.h"
#include "measure/turn.h"
#include "measure/window.h"

enum { T_BCAST_REPS = 20, T_BCAST_SAFETY = 2 };

/* A start is on time if delayed by at most this many clock reading times. */
enum { TOLERANCE_READS = 4 };
static const double tolerance_min = 100e-9;

/*
 * Step 2 of the paper: measures the longest time from rank 0's reading of its
 * clock until a rank has received the reading, over several broadcasts. The
 * first is ignored, since it sets up connections. *lead: the same without an
 * outlier.
 */
static int measure_t_bcast(const struct harness *h, double *longest,
                           double *lead)
{
    double took[T_BCAST_REPS] = {tolerance_min};
    int rc = MPI_SUCCESS;

    for (int i = 0; i < T_BCAST_REPS && rc == MPI_SUCCESS; i++) {
        struct turn_order order = {0};

        rc = MPI_Barrier(h->comm);
        if (rc != MPI_SUCCESS)
            break;
        order.first_start = clock_global_now(&h->clocks->model, &h->clock);
        rc = HARNESS_BCAST(&order, sizeof(order), MPI_BYTE, 0, h->comm);
        if (i > 0)
            took[i] = clock_global_now(&h->clocks->model, &h->clock) -
                      order.first_start;
    }
    *longest = gsl_stats_max(took, 1, T_BCAST_REPS);
    *lead = window_longest(took, T_BCAST_REPS);
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

/* Returns the size of the largest cache of this rank's core. Asks the C library
 * only if the kernel lists no caches: for some processors it adds up last-level
 * caches of several cores. */
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
                 struct clocks *clocks, const struct timer_quality *quality,
                 bool oversubscribed)
{
    double mine[5], most[5] = {0};
    int rc;

    *h = (struct harness){
        .comm = comm,
        .clock = *clock,
        .clocks = clocks,
        .tolerance = fmax(fmax(tolerance_min, 2 * quality->resolution),
                          TOLERANCE_READS * quality->read_cost),
        .null_overhead = NAN,
        .oversubscribed = oversubscribed,
    };
    MPI_Comm_rank(h->comm, &h->rank);
    MPI_Comm_size(h->comm, &h->size);
    rc = ranks_per_node(h->comm, &h->ranks_per_node);
    if (rc == MPI_SUCCESS)
        rc = measure_t_bcast(h, &mine[3], &mine[4]);
    if (rc != MPI_SUCCESS)
        return rc;
    mine[0] = (double)cache_bytes();
    mine[1] = quality->resolution;
    mine[2] = h->ranks_per_node;
    rc = MPI_Allreduce(mine, most, 5, MPI_DOUBLE, MPI_MAX, h->comm);
    if (rc != MPI_SUCCESS)
        return rc;
    h->cache_bytes = (size_t)most[0];
    h->step = most[1];
    h->ranks_per_node = (int)most[2];
    h->t_bcast = T_BCAST_SAFETY * most[3];
    h->lead = T_BCAST_SAFETY * most[4];
    return MPI_SUCCESS;
}

static int measured_done(void *user, size_t index, const struct result *rows,
                         size_t n, char **cause)
{
    const struct summary *s = &rows->time.summary;

    (void)index, (void)n, (void)cause;
    *(struct measured *)user = (struct measured){
        s->mean, s->median, s->rse, rows->pass.parts[PART_TIME].fine};
    return 0;
}

int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out)
{
    const struct method *window = &method_window;
    const struct run_events events = {.user = out, .done = measured_done};
    struct measuring how;
    char *cause;
    int rc;

    *out = (struct measured){NAN, NAN, NAN, NAN};
    measuring_default(&how, &window);
    how.min_valid = how.max_valid = max_valid;
    how.max_time = max_time;
    how.passes = 1;
    rc = run_one(h, op, &algo_native, NULL, &how, &events, &cause);
    free(cause);
    if (rc != 0)
        return MPI_ERR_OTHER;
    return HARNESS_BCAST(out, sizeof(*out), MPI_BYTE, 0, h->comm);
}

/* With clock steps of 10 ns, the trimmed mean of launches of 23 ns would be 20
 * ns; a mean over rounds is not. */
void harness_calibrate(struct harness *h)
{
    struct measured m;

    if (harness_measure(h, null_ops[0], 200, 0.1, &m) != MPI_SUCCESS ||
        isnan(m.rounds))
        return;
    h->null_overhead = m.median;
    if (m.rse <= 0.1) /* the standard error is small */
        h->clock.read_cost = m.rounds > 2 * m.median && m.median > 0
                                 ? m.median /* some were interrupted */
                                 : m.rounds;
}
