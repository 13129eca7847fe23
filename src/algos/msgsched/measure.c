/* measure.c: what messages and copies cost, seen by pairs of ranks that try. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure.h"

#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "home.h"
#include "pieces.h"
#include "probe.h"

/* Where nothing can be measured: no pair of ranks, or no time. */
static const struct ms_costs unmeasured = {
    .tcopy = {2048, 2048},
    .message = {1e-6, 1e-5},
    .wire = {5e9, 1e9},
    .copy = 5e9,
};

/* Ranks of a communicator, two by two; the last may be left over. */
static int partner(MPI_Comm comm)
{
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return (rank ^ 1) < size ? rank ^ 1 : MPI_PROC_NULL;
}

/* What this rank found in a class, as values of which the least is everybody's:
 * nothing may be lost anywhere. */
enum { TCOPY, MESSAGE, WIRE, COPY, FAILED, NVALUES };

static void values_of(const struct ms_probe *p, double values[NVALUES])
{
    values[TCOPY] = (double)p->tcopy;
    values[MESSAGE] = -p->message;
    values[WIRE] = p->wire;
    values[COPY] = p->copy;
}

static int measure_pairs(struct ms_home *h, MPI_Comm comm, enum ms_where where)
{
    enum { NOBODY = 1 << 30 };
    double values[NVALUES] = {NOBODY, NOBODY, NOBODY, 1e300, 0};
    double least[NVALUES];
    int peer = comm != MPI_COMM_NULL ? partner(comm) : MPI_PROC_NULL;
    int rc = MPI_SUCCESS, said;
    struct ms_probe p;

    values[WIRE] = 1e300;
    if (peer != MPI_PROC_NULL) {
        rc = ms_probe(comm, peer, MS_PROBE_SECONDS / MS_WHERES, &p);
        if (rc == MPI_SUCCESS && p.first)
            values_of(&p, values);
    }
    values[FAILED] = -ms_class(rc); /* one rank's failure is everybody's */
    said = MPI_Allreduce(values, least, NVALUES, MPI_DOUBLE, MPI_MIN, h->comm);
    rc = said != MPI_SUCCESS ? said : (int)-least[FAILED];
    if (rc != MPI_SUCCESS || least[TCOPY] == NOBODY)
        return rc;
    h->costs.tcopy[where] = (int64_t)least[TCOPY];
    h->costs.message[where] = -least[MESSAGE];
    h->costs.wire[where] = least[WIRE];
    if (least[COPY] < h->costs.copy || where == MS_SAME_NODE)
        h->costs.copy = least[COPY];
    return MPI_SUCCESS;
}

/* The rank that packs slowest counts. */
static int measure_pieces(struct ms_home *h)
{
    double values[2];
    int rc;

    ms_pieces(h->comm, &h->costs);
    values[0] = h->costs.piece;
    values[1] = h->costs.block;
    rc = MPI_Allreduce(MPI_IN_PLACE, values, 2, MPI_DOUBLE, MPI_MAX, h->comm);
    h->costs.piece = values[0];
    h->costs.block = values[1];
    return rc;
}

/* One rank of each node. */
static int leaders(const struct ms_home *h, MPI_Comm *comm)
{
    int rank, rc;

    MPI_Comm_rank(h->local, &rank);
    rc = MPI_Comm_split(h->comm, rank == 0 ? 0 : MPI_UNDEFINED, h->rank, comm);
    return rc == MPI_SUCCESS && rank == 0
               ? MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN)
               : rc;
}

int ms_measure(struct ms_home *h)
{
    MPI_Comm comm = MPI_COMM_NULL;
    double start = MPI_Wtime();
    int rc;

    if (h->costs.known)
        return MPI_SUCCESS;
    h->costs = unmeasured;
    rc = measure_pairs(h, h->local, MS_SAME_NODE);
    if (rc == MPI_SUCCESS && h->nnodes > 1)
        rc = leaders(h, &comm);
    if (rc == MPI_SUCCESS && h->nnodes > 1)
        rc = measure_pairs(h, comm, MS_OTHER_NODE);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    if (rc == MPI_SUCCESS)
        rc = measure_pieces(h);
    h->costs.seconds = MPI_Wtime() - start;
    h->costs.known = rc == MPI_SUCCESS;
    return rc;
}
