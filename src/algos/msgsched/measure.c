/* measure.c: measures bandwidths, and the size up to which merging is faster.
 *
 * The paper merges all small messages. Above some size, which depends on the
 * MPI library, a copy costs more than a separate message. This size is measured
 * once per communicator: by pairs of nodes, then by all pairs of ranks of each
 * node at the same time, for about 10 ms each. The result is the median over
 * the pairs, so that interrupted ranks do not matter. The first rank of a pair
 * sends messages of 256 bytes, 512 and so on, each size alone and merged, and
 * times both until an empty reply arrives. It stops when merging saved less
 * than 10 % for two sizes in a row. Each time is the fastest of four trials.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "comm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arrange.h"
#include "lane.h"
#include "wire.h"

/* Assumed costs if there is no pair of ranks, or no time, to measure. */
static const struct ms_costs unmeasured = {
    .tcopy = {2048, 2048},
    .wire = {5e9, 1e9},
    .copy = 5e9,
};

/* Results of the first rank of a pair; 0 if not measured, and on other
 * ranks. */
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

/* ---- two ranks ----------------------------------------------------------- */

/* A trial that the first rank requests: n messages of `bytes` bytes to the
 * second, and an empty reply. n = 0: no more trials. */
struct order {
    int n, bytes, merged;
};

enum {
    NUMBER = 256,   /* maximum messages of a trial */
    FEWEST = 4,     /* minimum messages of a trial */
    WINDOW = 64,    /* sends in flight, without merging */
    ALL = 1 << 20,  /* maximum bytes of a trial */
    SMALLEST = 256, /* smallest message in bytes */
    LARGE = 16384,
    LARGEST = 65536,
    TRIALS = 4 /* repetitions of a trial */
};

/* Time limit of a pair, and target time of one trial. No trial begins after the
 * limit; messages of sizes not measured by then are not merged. */
static const double PROBE_SECONDS = 10e-3, TRIAL_SECONDS = 3e-4;

struct trying {
    MPI_Comm comm;
    int peer;
    double end; /* time limit, as a value of MPI_Wtime() */
    char *data, *packed;
    MPI_Request request[NUMBER];
};

static void copy_all(char *to, const char *from, const struct order *o)
{
    for (int i = 0; i < o->n; i++)
        memcpy(to + (size_t)i * (size_t)o->bytes,
               from + (size_t)i * (size_t)o->bytes, (size_t)o->bytes);
    ms_charge((size_t)o->n, (size_t)o->n * (size_t)o->bytes);
}

/* Sends one window of messages after the other. All receives are already
 * posted. */
static int send_alone(struct trying *t, const struct order *o)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < o->n && rc == MPI_SUCCESS; i++) {
        rc = MPI_Isend(t->data + (size_t)i * (size_t)o->bytes, o->bytes,
                       MPI_BYTE, t->peer, 0, t->comm, &t->request[i % WINDOW]);
        if (rc == MPI_SUCCESS && (i % WINDOW == WINDOW - 1 || i == o->n - 1))
            rc = ms_requests_wait(i % WINDOW + 1, t->request);
    }
    return rc;
}

static int trial_send(struct trying *t, const struct order *o)
{
    int rc = MPI_SUCCESS;

    if (o->merged) {
        copy_all(t->packed, t->data, o);
        rc =
            MPI_Send(t->packed, o->n * o->bytes, MPI_BYTE, t->peer, 0, t->comm);
    } else {
        rc = send_alone(t, o);
    }
    return rc != MPI_SUCCESS ? rc
                             : MPI_Recv(NULL, 0, MPI_BYTE, t->peer, 0, t->comm,
                                        MPI_STATUS_IGNORE);
}

static int trial_receive(struct trying *t, const struct order *o)
{
    int rc = MPI_SUCCESS;

    if (o->merged) {
        rc = MPI_Recv(t->packed, o->n * o->bytes, MPI_BYTE, t->peer, 0, t->comm,
                      MPI_STATUS_IGNORE);
        copy_all(t->data, t->packed, o);
    } else {
        for (int i = 0; i < o->n && rc == MPI_SUCCESS; i++)
            rc = MPI_Irecv(t->data + (size_t)i * (size_t)o->bytes, o->bytes,
                           MPI_BYTE, t->peer, 0, t->comm, &t->request[i]);
        if (rc == MPI_SUCCESS)
            rc = ms_requests_wait(o->n, t->request);
    }
    return rc != MPI_SUCCESS ? rc
                             : MPI_Send(NULL, 0, MPI_BYTE, t->peer, 0, t->comm);
}

/* Carries out the trials that the first rank requests. */
static int follow(struct trying *t)
{
    struct order o;
    int rc;

    do {
        rc = MPI_Recv(&o, 3, MPI_INT, t->peer, 0, t->comm, MPI_STATUS_IGNORE);
        if (rc == MPI_SUCCESS && o.n > 0)
            rc = trial_receive(t, &o);
    } while (rc == MPI_SUCCESS && o.n > 0);
    return rc;
}

/* Returns the seconds of the fastest trial, or 0 after an error or if the time
 * limit allowed none. */
static double fastest(struct trying *t, struct order o, int *rc)
{
    double best = 0;

    for (int i = 0; i < TRIALS && *rc == MPI_SUCCESS; i++) {
        double start = MPI_Wtime(), took;

        if (start + best > t->end)
            break;
        *rc = MPI_Send(&o, 3, MPI_INT, t->peer, 0, t->comm);
        start = MPI_Wtime();
        if (*rc == MPI_SUCCESS)
            *rc = trial_send(t, &o);
        took = MPI_Wtime() - start;
        best = best == 0 || took < best ? took : best;
    }
    return *rc == MPI_SUCCESS ? best : 0;
}

bool ms_threshold_next(struct ms_threshold *t, int64_t bytes, double alone,
                       double merged)
{
    bool pays = merged <= 0.9 * alone;

    if (!(alone > 0 && merged > 0))
        return false;
    if (pays || t->bytes == 0)
        t->bytes = pays ? 2 * bytes : bytes;
    t->row = pays ? 0 : t->row + 1;
    return t->row < 2;
}

/* Returns the number of messages of a trial. wire: bandwidth, 0 if not
 * known. */
static int number(double wire, int bytes)
{
    double all = wire > 0 ? wire * TRIAL_SECONDS : ALL;
    double n = (all < ALL ? all : ALL) / bytes;

    return n > NUMBER ? NUMBER : n < FEWEST ? FEWEST : (int)n;
}

/* Doubles the message size as long as merging is faster. */
static int64_t tcopy_find(struct trying *t, double wire, int *rc)
{
    struct ms_threshold threshold = {0};
    bool more = true;

    for (int bytes = SMALLEST; bytes <= LARGEST && more; bytes *= 2) {
        int n = number(wire, bytes);
        double alone = fastest(t, (struct order){n, bytes, 0}, rc);
        double merged =
            alone > 0 ? fastest(t, (struct order){n, bytes, 1}, rc) : 0;

        more = ms_threshold_next(&threshold, bytes, alone, merged);
    }
    return threshold.bytes;
}

static double copy_speed(struct trying *t)
{
    struct order o = {NUMBER, SMALLEST, 1};
    double best = INFINITY;

    for (int i = 0; i < TRIALS; i++) {
        double start = MPI_Wtime();

        copy_all(t->packed, t->data, &o);
        best = fmin(best, MPI_Wtime() - start);
    }
    return (double)o.n * o.bytes / fmax(best, 1e-9);
}

static int lead(struct trying *t, double found[COLUMNS])
{
    struct order stop = {0, 0, 0};
    int rc = MPI_SUCCESS;
    double floor = fastest(t, (struct order){1, SMALLEST, 0}, &rc);
    double large = fastest(t, (struct order){1, LARGE, 0}, &rc);

    found[WIRE] = large > floor ? (LARGE - SMALLEST) / (large - floor) : 0;
    found[COPY] = copy_speed(t);
    found[TCOPY] = (double)tcopy_find(t, found[WIRE], &rc);
    return rc != MPI_SUCCESS ? rc
                             : MPI_Send(&stop, 3, MPI_INT, t->peer, 0, t->comm);
}

/* Measures between pairs of ranks of a communicator; the last rank may have no
 * partner. The first rank of a pair gets the results. Returns MPI_SUCCESS or an
 * error. */
static int probe(MPI_Comm comm, double found[COLUMNS])
{
    struct trying t = {.comm = comm};
    int rank, size, well, both = 0, rc;

    if (comm == MPI_COMM_NULL)
        return MPI_SUCCESS;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    t.peer = rank ^ 1;
    if (t.peer >= size)
        return MPI_SUCCESS;
    t.data = malloc(2 * (size_t)ALL);
    well = t.data != NULL;
    if (well) {
        memset(t.data, 1, 2 * (size_t)ALL); /* avoid page faults in trials */
        t.packed = t.data + ALL;
    }
    rc = MPI_Sendrecv(&well, 1, MPI_INT, t.peer, 0, &both, 1, MPI_INT, t.peer,
                      0, comm, MPI_STATUS_IGNORE);
    t.end = MPI_Wtime() + PROBE_SECONDS;
    if (rc == MPI_SUCCESS)
        rc = !well || !both  ? MPI_ERR_NO_MEM
             : rank < t.peer ? lead(&t, found)
                             : follow(&t);
    free(t.data);
    return rc;
}

/* ---- all pairs ----------------------------------------------------------- */

/* Returns the median of one column over the pairs, which a few interrupted
 * pairs do not change. all: the results of all ranks, and room for one
 * column. */
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

/* Makes a communicator of the first rank of each node. */
static int leaders(const struct ms_comm *h, MPI_Comm *comm)
{
    int rank, rc;

    MPI_Comm_rank(h->local, &rank);
    rc = MPI_Comm_split(h->comm, rank == 0 ? 0 : MPI_UNDEFINED, h->rank, comm);
    if (rc == MPI_SUCCESS && *comm != MPI_COMM_NULL)
        rc = MPI_Comm_set_errhandler(*comm, MPI_ERRORS_RETURN);
    return rc;
}

/* Measures between nodes, then within them. Keeps the second copy bandwidth,
 * for which all ranks of a node copied at the same time. */
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
