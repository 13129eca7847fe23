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
 * could not tell. Other ranks have nothing but the class of their failure. */
enum { TCOPY, WIRE, COPY, FIGURES, FAILED = FIGURES, COLUMNS };

/* Those of all ranks, and room for one column of them. */
struct findings {
    double *all, *column;
    int size;
};

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

/* This rank's row of the findings. */
static void probe(MPI_Comm comm, double row[COLUMNS])
{
    int peer = partner(comm), rc;
    struct ms_probe p;

    if (peer == MPI_PROC_NULL)
        return;
    rc = ms_probe(comm, peer, MS_PROBE_SECONDS / MS_WHERES, &p);
    row[FAILED] = ms_class(rc);
    if (rc != MPI_SUCCESS || !p.first)
        return;
    row[TCOPY] = (double)p.tcopy;
    row[WIRE] = p.wire;
    row[COPY] = p.copy;
}

/* The median of the pairs: a few whose ranks were interrupted do not count. */
static double found(struct findings *f, int column)
{
    for (int r = 0; r < f->size; r++)
        f->column[r] = f->all[r * COLUMNS + column];
    return ms_median(f->column, (size_t)f->size);
}

static void costs_take(struct ms_costs *c, enum ms_where where,
                       struct findings *f)
{
    double value[FIGURES];

    for (int i = 0; i < FIGURES; i++)
        value[i] = found(f, i);
    if (value[TCOPY] > 0)
        c->tcopy[where] = (int64_t)value[TCOPY];
    if (value[WIRE] > 0)
        c->wire[where] = value[WIRE];
    if (value[COPY] > 0)
        c->copy = value[COPY];
}

/* A failure on any rank is one on all. */
static int measure_pairs(struct ms_comm *h, MPI_Comm comm, enum ms_where where,
                         struct findings *f)
{
    double row[COLUMNS] = {0};
    int rc;

    probe(comm, row);
    rc = MPI_Allgather(row, COLUMNS, MPI_DOUBLE, f->all, COLUMNS, MPI_DOUBLE,
                       h->comm);
    for (int r = 0; r < f->size && rc == MPI_SUCCESS; r++)
        rc = (int)f->all[r * COLUMNS + FAILED];
    if (rc == MPI_SUCCESS)
        costs_take(&h->costs, where, f);
    return rc;
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
static int measure_all(struct ms_comm *h, struct findings *f)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int rc = MPI_SUCCESS;

    if (h->nnodes > 1)
        rc = leaders(h, &comm);
    if (rc == MPI_SUCCESS && h->nnodes > 1)
        rc = measure_pairs(h, comm, MS_OTHER_NODE, f);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    return rc == MPI_SUCCESS ? measure_pairs(h, h->local, MS_SAME_NODE, f) : rc;
}

static int findings_open(struct findings *f, struct ms_comm *h)
{
    size_t n = (size_t)h->size;
    int well, all, rc;

    f->size = h->size;
    f->all = malloc(n * (COLUMNS + 1) * sizeof(*f->all));
    f->column = f->all != NULL ? f->all + n * COLUMNS : NULL;
    well = f->all != NULL;
    rc = MPI_Allreduce(&well, &all, 1, MPI_INT, MPI_MIN, h->comm);
    return rc == MPI_SUCCESS && !all ? MPI_ERR_NO_MEM : rc;
}

int ms_measure(struct ms_comm *h)
{
    double start = MPI_Wtime();
    struct findings f;
    int rc;

    if (h->costs.known)
        return MPI_SUCCESS;
    h->costs = unmeasured;
    rc = findings_open(&f, h);
    if (rc == MPI_SUCCESS)
        rc = measure_all(h, &f);
    free(f.all);
    h->costs.known = rc == MPI_SUCCESS;
    h->costs.seconds = h->costs.known ? MPI_Wtime() - start : 0;
    return rc;
}
