/* measure.c: when a copy pays, and bandwidths, once a communicator.
 *
 * The paper merges whatever is small; from some size on, which depends on the
 * MPI library, a copy costs more than a message. All pairs of ranks of a node
 * try at once (probe.c), then pairs of nodes, each for about 10 ms. The medians
 * of the pairs count, so that an interrupted rank changes nothing.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure.h"

#include <stdlib.h>

#include "agree.h"
#include "arrange.h"
#include "comm.h"

/* Where nothing can be measured: no pair of ranks, or no time. */
static const struct ms_costs unmeasured = {
    .tcopy = {2048, 2048},
    .wire = {5e9, 1e9},
    .copy = 5e9,
};

/* What the first rank of a pair found: the larger the better, and 0 where it
 * could not tell. Other ranks have nothing. */
enum { TCOPY, WIRE, COPY, COLUMNS };

bool ms_measures(const struct msgsched_options *o)
{
    return (o->schedule == MSGSCHED_AUTO || ms_merges(o)) &&
           (o->tcopy == MSGSCHED_MEASURED ||
            o->alpha == MSGSCHED_ALPHA_BALANCE);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double ms_median(double *values, size_t n)
{
    size_t none = 0;

    qsort(values, n, sizeof(*values), by_value);
    while (none < n && values[none] <= 0)
        none++;
    return none < n ? values[none + (n - none) / 2] : 0.0;
}

/* Ranks of a communicator, two by two; the last may be left over. */
static int partner(MPI_Comm comm)
{
    int rank, size;

    if (comm == MPI_COMM_NULL)
        return MPI_PROC_NULL;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return (rank ^ 1) < size ? rank ^ 1 : MPI_PROC_NULL;
}

/* This rank's row of the findings. MPI_SUCCESS or an error. */
static int probe(MPI_Comm comm, double row[COLUMNS])
{
    int peer = partner(comm), rc;
    struct ms_probe p;

    if (peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    rc = ms_probe(comm, peer, MS_PROBE_SECONDS / MS_WHERES, &p);
    if (rc != MPI_SUCCESS || !p.first)
        return rc;
    row[TCOPY] = (double)p.tcopy;
    row[WIRE] = p.wire;
    row[COPY] = p.copy;
    return MPI_SUCCESS;
}

/* The median of the pairs: a few whose ranks were interrupted do not count.
 * all: the rows of all ranks, and room for one of their columns behind them. */
static double found(const struct ms_comm *h, double *all, int column,
                    double assumed)
{
    double *values = all + (size_t)h->size * COLUMNS, median;

    for (int r = 0; r < h->size; r++)
        values[r] = all[r * COLUMNS + column];
    median = ms_median(values, (size_t)h->size);
    return median > 0 ? median : assumed;
}

static int measure_pairs(struct ms_comm *h, MPI_Comm comm, enum ms_where where,
                         double *all, struct ms_agree *a)
{
    struct ms_costs *c = &h->costs;
    double row[COLUMNS] = {0};
    int rc = ms_agreed_on(a, probe(comm, row));

    if (rc == MPI_SUCCESS)
        rc = ms_all(a, MPI_Allgather(row, COLUMNS, MPI_DOUBLE, all, COLUMNS,
                                     MPI_DOUBLE, h->comm));
    if (rc != MPI_SUCCESS)
        return rc;
    c->tcopy[where] = (int64_t)found(h, all, TCOPY, (double)c->tcopy[where]);
    c->wire[where] = found(h, all, WIRE, c->wire[where]);
    c->copy = found(h, all, COPY, c->copy);
    return MPI_SUCCESS;
}

/* One rank of each node. */
static int leaders(const struct ms_comm *h, MPI_Comm *comm)
{
    int rank, rc;

    MPI_Comm_rank(h->local, &rank);
    rc = MPI_Comm_split(h->comm, rank == 0 ? 0 : MPI_UNDEFINED, h->rank, comm);
    if (rc == MPI_SUCCESS && *comm != MPI_COMM_NULL)
        rc = MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN);
    return rc;
}

/* Within the nodes last: copies of a node's ranks at the same time are those
 * that count. */
static int measure_all(struct ms_comm *h, double *all, struct ms_agree *a)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int rc = MPI_SUCCESS;

    if (h->nnodes > 1)
        rc = ms_agreed_on(a, leaders(h, &comm));
    if (rc == MPI_SUCCESS && h->nnodes > 1)
        rc = measure_pairs(h, comm, MS_OTHER_NODE, all, a);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    return rc == MPI_SUCCESS ? measure_pairs(h, h->local, MS_SAME_NODE, all, a)
                             : rc;
}

int ms_measure(struct ms_comm *h, struct ms_agree *a)
{
    double start = MPI_Wtime(), *all;
    int rc;

    if (h->costs.known)
        return MPI_SUCCESS;
    h->costs = unmeasured;
    all = ms_alloc(a, (size_t)h->size * (COLUMNS + 1), sizeof(*all));
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS)
        rc = measure_all(h, all, a);
    free(all);
    h->costs.known = rc == MPI_SUCCESS;
    h->costs.seconds = h->costs.known ? MPI_Wtime() - start : 0;
    return rc;
}
