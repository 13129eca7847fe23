/* probe.c: runs a collective on pairs of nodes, to find out which node makes it
 * slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/probe.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "measure/pass.h"
#include "mpi/agree.h"
#include "ops/registry.h"
#include "verdict/stragglers.h"

static const double long_launch = 5e-3; /* seconds */
enum { BLOCKS = 3 };
enum { NODES_LEAST = 3 }; /* of two, nobody knows which one is slow */

static int nodes_count(const struct harness *h)
{
    int nodes = 0;

    for (int i = 0; h->places.node != NULL && i < h->size; i++)
        nodes = h->places.node[i] >= nodes ? h->places.node[i] + 1 : nodes;
    return nodes;
}

bool probe_fits(const struct harness *h, const struct measuring *o,
                const struct bench_case *c)
{
    const struct op *op = c->choice->op;
    bool collective = false;

    for (size_t i = 0; coll_ops[i] != NULL; i++)
        collective |= coll_ops[i] == op;
    return collective && op->connect == NULL && !o->paper &&
           !o->shared_memory && o->threads <= 1 && c->called.groups <= 1 &&
           c->procs == h->size && nodes_count(h) >= NODES_LEAST;
}

int probe_partner(int node, int nodes, int round)
{
    const int turning = (nodes - 1) | 1; /* with an odd number, one rests */
    int peer = (2 * (round % turning) + turning - node) % turning;

    if (node == turning)
        peer = round % turning;
    else if (peer == node)
        peer = turning;
    return peer < nodes ? peer : MPI_PROC_NULL;
}

/* Runs launches back to back, in blocks of several or, if they take long, of
 * one; a launch before them is not counted. Returns the seconds of a launch in
 * the fastest block, on the slowest rank. A block is timed by the clock of one
 * rank: errors of clocks play no part. */
static double launches_run(struct open_pass *v)
{
    const struct session *b = v->b;
    static const struct arrival punctual = {0};
    struct turn turn = {
        .clock = &b->h->clock,
        .model = &b->h->clocks->model,
        .op = b->choice->op,
        .control = b->control,
        .method = &method_free,
        .arrival = &punctual,
        .algo = &algo_native,
        .run = v->args.run,
        .state = v->args.state,
        .args = &v->args,
        .buffers = &v->buffers,
        .watchdog = b->h->watchdog,
    };
    struct turn_order order = {.launches = 1};
    const struct launch_times *l = v->last.launch;
    double took, least = INFINITY;

    turn_prepare(&turn);
    turn_run(&turn, &order, &v->last);
    took = l->duration;
    MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, b->control);
    order.launches = took > long_launch ? 1 : PROBE_LAUNCHES;
    for (int i = 0; i < BLOCKS; i++) {
        turn_run(&turn, &order, &v->last);
        took = l[order.launches - 1].end - l->first;
        MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, b->comm);
        least = fmin(least, took / order.launches);
    }
    return v->last.rc == MPI_SUCCESS && least > 0 ? least : NAN;
}

/* Measures the case on the pair's communicator. control: of all pairs. Returns
 * the time of the pair, or NAN. */
static double pair_measure(const struct harness *h, const struct measuring *o,
                           const struct bench_case *c, MPI_Comm comm,
                           MPI_Comm control)
{
    static const struct variant native = {.algo = &algo_native,
                                          .label = "native"};
    struct harness own = *h;
    struct choice choice = *c->choice;
    struct bench_case small = *c;
    struct case_state t = {.h = &own, .o = o, .c = &small, .n = 1};
    char *reason = NULL;
    void *state = NULL;
    struct session b = {
        .h = &own,
        .o = o,
        .choice = &choice,
        .groups = 1,
        .comm = comm,
        .control = control,
        .states = &state,
        .reasons = &reason,
    };
    struct open_pass v;
    double time = NAN;

    MPI_Comm_rank(comm, &b.rank);
    MPI_Comm_size(comm, &b.size);
    own.arena = NULL;
    own.pages = NULL;
    choice.variants = (struct variant *)&native;
    choice.nvariants = 1;
    small.choice = &choice;
    small.procs = b.size;
    small.root = 0;
    small.rotate = false;
    if (pass_open(&v, &b, &t) && v.variants[0].usable)
        time = launches_run(&v);
    pass_close(&v);
    return time;
}

/* Measures the case on the pairs of this round; *mine: the time of this rank's
 * pair, NAN without one. */
static int pairs_measure(const struct harness *h, const struct measuring *o,
                         const struct bench_case *c, int round, double *mine)
{
    int node = h->places.node[h->rank], rc;
    int peer = probe_partner(node, nodes_count(h), round);
    int color = peer == MPI_PROC_NULL ? MPI_UNDEFINED
                : peer < node         ? peer
                                      : node;
    MPI_Comm comm, control;

    *mine = NAN;
    rc = MPI_Comm_split(h->comm, color, h->rank, &comm);
    rc =
        first_of(rc, MPI_Comm_split(h->comm, color == MPI_UNDEFINED ? color : 0,
                                    h->rank, &control));
    if (rc != MPI_SUCCESS || color == MPI_UNDEFINED)
        return rc;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    *mine = pair_measure(h, o, c, comm, control);
    MPI_Comm_free(&control);
    return MPI_Comm_free(&comm);
}

/* Before the round all ranks sleep: where they share CPUs, the scheduler then
 * places them anew, so that rounds are independent of each other. */
static int round_run(const struct harness *h, const struct measuring *o,
                     struct probe *p)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    double mine, *all = NULL, begun = now();
    int rc, nodes = nodes_count(h), first = 0;
    struct usage before, after;
    long lost, sum = 0;

    nanosleep(&pause, NULL);
    usage_read(&before);
    rc = pairs_measure(h, o, &p->c, p->rounds, &mine);
    usage_read(&after);
    lost = after.switches - before.switches;
    rc =
        first_of(rc, MPI_Reduce(&lost, &sum, 1, MPI_LONG, MPI_SUM, 0, h->comm));
    p->lost += sum;
    if (h->rank == 0)
        all = xcalloc((size_t)h->size, sizeof(*all));
    rc = first_of(
        rc, MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, h->comm));
    /* nodes are numbered in the order of their lowest ranks */
    for (int i = 0; all != NULL && rc == MPI_SUCCESS && i < h->size; i++) {
        int node = h->places.node[i],
            peer = probe_partner(node, nodes, p->rounds);

        if (node < first)
            continue;
        first = node + 1;
        if (peer > node && !isnan(all[i]))
            XAPPEND(p->v, p->n, (struct reading){node, peer, all[i]});
    }
    p->rounds++;
    free(all);
    p->seconds += now() - begun;
    return rc;
}

int probe_run(const struct harness *h, const struct measuring *o,
              double seconds, struct probe *p)
{
    int rc = MPI_SUCCESS, more = 1;

    while (rc == MPI_SUCCESS && more) {
        rc = round_run(h, o, p);
        more = p->n > 0 && p->rounds < PROBE_ROUNDS &&
               p->seconds * (1 + 1.0 / p->rounds) <
                   (p->rounds < SLOW_NODES_LEAST ? 3 : 1) * seconds;
        if (rc == MPI_SUCCESS)
            rc = HARNESS_BCAST(&more, 1, MPI_INT, 0, h->comm);
    }
    return rc;
}

void probe_free(struct probe *p)
{
    free(p->v);
    *p = (struct probe){0};
}
