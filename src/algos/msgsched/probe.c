/* probe.c: two ranks find out what pays between them.
 *
 * The first rank sends messages of 256 bytes, 512 and so on, each size alone
 * and merged, and times both up to an empty answer. It stops when merging saved
 * less than 10 % for two sizes in a row. Of each trial the fastest of four
 * counts.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lane.h"
#include "wire.h"

/* A trial: n messages of so many bytes from the first rank to the second, and
 * an empty one back. n = 0: that was the last. */
struct order {
    int n, bytes, merged;
};

enum {
    NUMBER = 256,   /* messages of a trial, at most, */
    FEWEST = 4,     /* ... and at least, */
    WINDOW = 64,    /* ... of which so many at a time, alone */
    ALL = 1 << 20,  /* bytes of all of them, at most, */
    SMALLEST = 256, /* ... and of one */
    LARGE = 16384,
    LARGEST = 65536,
    TRIALS = 4 /* how often it is made; the fastest counts */
};

/* Seconds of a trial, about: what one may have of 20 ms. */
static const double TRIAL_SECONDS = 3e-4;

struct trying {
    MPI_Comm comm;
    int peer;
    double end; /* MPI_Wtime() */
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

/* A window after the other; all receives are there from the first on. */
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

/* The second rank does what the first one orders. */
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

/* Seconds of the fastest trial there was time for; 0: none, or an error. */
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

/* Messages of a trial, by what the wire takes if that is known. */
static int number(const struct ms_probe *p, int bytes)
{
    double all = p->wire > 0 ? p->wire * TRIAL_SECONDS : ALL;
    double n = (all < ALL ? all : ALL) / bytes;

    return n > NUMBER ? NUMBER : n < FEWEST ? FEWEST : (int)n;
}

/* From small messages to large ones, while merging pays. */
static int64_t tcopy_find(struct trying *t, const struct ms_probe *p, int *rc)
{
    struct ms_threshold threshold = {0};
    bool more = true;

    for (int bytes = SMALLEST; bytes <= LARGEST && more; bytes *= 2) {
        int n = number(p, bytes);
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

static int lead(struct trying *t, struct ms_probe *p)
{
    struct order stop = {0, 0, 0};
    int rc = MPI_SUCCESS;
    double floor = fastest(t, (struct order){1, SMALLEST, 0}, &rc);
    double large = fastest(t, (struct order){1, LARGE, 0}, &rc);

    p->wire = large > floor ? (LARGE - SMALLEST) / (large - floor) : 0;
    p->copy = copy_speed(t);
    p->tcopy = tcopy_find(t, p, &rc);
    return rc != MPI_SUCCESS ? rc
                             : MPI_Send(&stop, 3, MPI_INT, t->peer, 0, t->comm);
}

int ms_probe(MPI_Comm comm, int peer, double seconds, struct ms_probe *p)
{
    struct trying t = {
        .comm = comm, .peer = peer, .data = malloc(2 * (size_t)ALL)};
    int rank, well = t.data != NULL, both = 0, rc;

    if (t.data != NULL) {
        memset(t.data, 1, 2 * (size_t)ALL); /* or trials pay for new pages */
        t.packed = t.data + ALL;
    }
    MPI_Comm_rank(comm, &rank);
    *p = (struct ms_probe){.first = rank < peer};
    rc = MPI_Sendrecv(&well, 1, MPI_INT, peer, 0, &both, 1, MPI_INT, peer, 0,
                      comm, MPI_STATUS_IGNORE);
    t.end = MPI_Wtime() + seconds;
    if (rc == MPI_SUCCESS)
        rc = !well || !both ? MPI_ERR_NO_MEM
             : p->first     ? lead(&t, p)
                            : follow(&t);
    free(t.data);
    return rc;
}
