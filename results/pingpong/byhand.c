/* byhand.c: ping-pong and bandwidth as one writes them to get a number. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A plug-in for mpiperf. The two loops know nothing of it: ranks 0 and 1 and
 * MPI_Wtime before and after. `byhand` runs a loop as one launch, which mpiperf
 * times as it times its own operation, and the record's params have what the
 * loop says itself, in seconds:
 *
 *     "launch"  of the launches, their median
 *     "loop"    of 1000 round trips, or 50 windows, after a tenth as many to
 *               warm up, with no mpiperf about it: what a program of one's own
 *               would print; the median of 11 such loops before the case
 *
 * mpicc $(pkg-config --cflags mpiperf-plugin jansson) -O2 -shared -fPIC \
 *     byhand.c -o byhand.so
 */
#include <jansson.h>
#include <mpiperf/op.h>
#include <stdlib.h>

enum { LAUNCHES = 8192, TRIES = 11 };

/* Seconds a message took, [n] times there and back. */
static double pingpong(const struct op_args *a, int n)
{
    double t = MPI_Wtime();

    for (int i = 0; i < n; i++) {
        if (a->rank == 0) {
            MPI_Send(a->sendbuf, (int)a->count, a->type, 1, 0, a->comm);
            MPI_Recv(a->recvbuf, (int)a->count, a->type, 1, 0, a->comm,
                     MPI_STATUS_IGNORE);
        } else if (a->rank == 1) {
            MPI_Recv(a->recvbuf, (int)a->count, a->type, 0, 0, a->comm,
                     MPI_STATUS_IGNORE);
            MPI_Send(a->sendbuf, (int)a->count, a->type, 0, 0, a->comm);
        }
    }
    return (MPI_Wtime() - t) / (2.0 * n);
}

/* Seconds a window of messages took, with the word that it has arrived. */
static double bandwidth(const struct op_args *a, int n)
{
    int window = a->send.n + a->recv.n; /* one way: either is 0 */
    MPI_Request requests[window];
    MPI_Status statuses[window];
    double t = MPI_Wtime();

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < window && a->rank < 2; k++) {
            if (a->rank == 0)
                MPI_Isend((char *)a->sendbuf + a->send.abytes[k],
                          (int)a->count, a->type, 1, 0, a->comm, &requests[k]);
            else
                MPI_Irecv((char *)a->recvbuf + a->recv.abytes[k],
                          (int)a->count, a->type, 0, 0, a->comm, &requests[k]);
        }
        if (a->rank < 2)
            MPI_Waitall(window, requests, statuses);
        if (a->rank == 0)
            MPI_Recv(NULL, 0, MPI_BYTE, 1, 0, a->comm, MPI_STATUS_IGNORE);
        else if (a->rank == 1)
            MPI_Send(NULL, 0, MPI_BYTE, 0, 0, a->comm);
    }
    return (MPI_Wtime() - t) / n;
}

/* ---- what mpiperf asks for ---------------------------------------------- */

typedef double loop_fn(const struct op_args *a, int n);

/* Of one case, in seconds. */
struct figures {
    double launch[LAUNCHES];
    size_t n;
    double loop[TRIES];
};

static int create(MPI_Comm comm, const void *params, void **state, char **why)
{
    (void)comm, (void)params, (void)why;
    *state = calloc(1, sizeof(struct figures));
    return *state != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* The loop by itself, some times over, for what else the machine does. */
static int prepare(struct figures *f, const struct op_args *a, loop_fn *loop,
                   int n)
{
    int rc = a->large ? MPI_ERR_COUNT : MPI_SUCCESS;

    f->n = 0;
    for (int i = 0; i < TRIES && rc == MPI_SUCCESS; i++) {
        rc = MPI_Barrier(a->comm);
        loop(a, n / 10);
        f->loop[i] = loop(a, n);
    }
    return rc;
}

static int pingpong_open(void **state, struct op_args *a, char **why)
{
    (void)why;
    return prepare(*state, a, pingpong, 1000);
}

static int bandwidth_open(void **state, struct op_args *a, char **why)
{
    (void)why;
    return prepare(*state, a, bandwidth, 50);
}

static int launch(struct figures *f, double seconds)
{
    f->launch[f->n % LAUNCHES] = seconds;
    f->n++;
    return MPI_SUCCESS;
}

static int pingpong_run(void *state, const struct op_args *a)
{
    /* As the operation has them: how ranks are paired, and its rounds. */
    const struct {
        int pairs, rounds;
    } *p = a->params;

    return launch(state, pingpong(a, p->rounds));
}

static int bandwidth_run(void *state, const struct op_args *a)
{
    return launch(state, bandwidth(a, 1));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *x, size_t n)
{
    qsort(x, n, sizeof(*x), ascending);
    return n > 0 ? (x[(n - 1) / 2] + x[n / 2]) / 2 : 0;
}

static struct json_t *describe(void *state)
{
    struct figures *f = state;

    return json_pack("{s:f, s:f}", "launch",
                     median(f->launch, f->n < LAUNCHES ? f->n : LAUNCHES),
                     "loop", median(f->loop, TRIES));
}

#define BY_HAND(operation)                                                     \
    static const struct algo operation##_byhand = {                            \
        .name = "byhand",                                                      \
        .op = #operation,                                                      \
        .help = "a loop between two readings of MPI_Wtime",                    \
        .create = create,                                                      \
        .life.open = operation##_open,                                         \
        .run = operation##_run,                                                \
        .describe = describe,                                                  \
        .destroy = free,                                                       \
    };
BY_HAND(pingpong)
BY_HAND(bandwidth)

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&pingpong_byhand, &bandwidth_byhand,
                                          NULL},
};
