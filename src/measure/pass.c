/* pass.c: measures one pass of a case; rank 0 orders each turn. */
/* SPDX-License-Identifier: BSD-3-Clause */

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "measure/case_state.h"
#include "measure/loads.h"
#include "measure/pass.h"
#include "mpi/nodes.h"
#include "mpi/patient.h"

static void turn_init(struct open_pass *v)
{
    const struct measuring *o = v->b->o;
    const struct bench_case *c = v->t->c;
    const struct harness *h = v->b->h;
    const struct op *op = c->choice->op;

    v->verify = (struct verify){
        .op = op,
        .dtype = c->dtype,
        .redop = c->called.redop,
        .any_root = c->rotate,
    };
    v->turn = (struct turn){
        .clock = &h->clock,
        .model = &h->clocks->model,
        .op = op,
        .control = v->b->control,
        .args = &v->args,
        .buffers = &v->buffers,
        .barrier = barrier_table[o->barrier.algorithm],
        .arrival = &c->called.arrival,
        .place = h->rank,
        .verify = o->verify || o->rewrite ? &v->verify : NULL,
        .checks = o->verify,
        .first_root = v->args.root,
        .rotate = c->rotate,
        .paper = o->paper,
        .launch = v->t->launch,
        .watchdog = h->watchdog,
    };
}

static double global_now(const struct harness *h)
{
    return clock_global_now(&h->clocks->model, &h->clock);
}

/* Prepares a turn of the ordered row: its variant and its method. */
static void turn_choose(struct open_pass *v, const struct turn_order *order)
{
    const struct choice *choice = v->b->choice;
    size_t row = (size_t)order->row, i = row % choice->nvariants;
    const struct variant *variant = &choice->variants[i];
    const struct algo *algo = variant->algo;
    struct open_variant *own = &v->variants[i];
    struct turn *turn = &v->turn;
    bool native = algo->run == NULL;

    watchdog_algo(v->b->h->watchdog, variant->label, PLACE_BEFORE);
    turn->algo = algo;
    turn->computes = variant_computes(variant);
    turn->args = &own->args;
    turn->run = native ? own->args.run : algo->run;
    turn->state = native ? own->args.state : own->state;
    turn->own = own->state;
    v->verify.first = v->wrong[row];
    turn->method = v->b->o->methods[row / choice->nvariants];
    if (order->fallback)
        turn->method = turn->method->fallback;
}

/* Stores why the row gets no more turns. Rank 0 only. */
static void row_fail(struct case_state *t, size_t row, const char *what, int rc)
{
    char *text = error_text(rc), **reason = &t->results[row].reason;

    free(*reason);
    *reason = xasprintf("%s failed: %s", what, text);
    free(text);
}

/* Runs the ordered turn and, on rank 0, stores its times. An algorithm that has
 * failed gets no more turns. */
static int turn_measure(struct open_pass *v, const struct turn_order *order)
{
    MPI_Comm control = v->b->control;
    struct case_state *t = v->t;
    struct turn_times all;
    int rc;

    turn_choose(v, order);
    turn_run(&v->turn, order, &v->last);
    rc = gather_turn(control, order, &v->last, &all);
    if (rc == MPI_SUCCESS && t->o->samples && !order->warmup)
        rc = gather_samples(control, t, order, &v->last, &all);
    if (rc != MPI_SUCCESS || t->results == NULL)
        return rc;
    control_account(t, order, &all, global_now(t->h));
    if (all.rc != MPI_SUCCESS)
        row_fail(t, (size_t)order->row, "the operation", all.rc);
    return MPI_SUCCESS;
}

/* Sets *order to the next turn; false when the pass is over. Starts the load of
 * its variant; a variant whose load has failed gets no more turns. */
static bool turn_next(const struct open_pass *v, struct turn_order *order)
{
    const struct harness *h = v->b->h;
    const struct choice *choice = v->b->choice;

    while (control_next(v->t, global_now(h), order)) {
        size_t row = (size_t)order->row;
        int rc = h->loads == NULL
                     ? MPI_SUCCESS
                     : loads_switch(h->loads,
                                    &choice->variants[row % choice->nvariants]);

        if (h->loads != NULL)
            order->first_start = global_now(h) + order->lead;
        if (rc == MPI_SUCCESS)
            return true;
        row_fail(v->t, row, "the load", rc);
    }
    return false;
}

/* Sets *order to rank 0's next order. Collective; returns an MPI error code. */
static int turns_order(const struct open_pass *v, struct turn_order *order)
{
    const struct harness *h = v->b->h;
    struct case_state *t = v->t;

    *order = (struct turn_order){.row = ORDER_DONE};
    if (h->rank == 0) {
        if (clocks_stale(h->clocks, &h->clock, false))
            order->row = ORDER_RENEW;
        else if (!turn_next(v, order))
            order->row = ORDER_DONE;
        if (h->loads != NULL && order->row < 0)
            loads_switch(h->loads, NULL);
        order->counted = t->counted;
        t->counted = 0;
    }
    return HARNESS_BCAST(order, sizeof(*order), MPI_BYTE, 0, v->b->control);
}

static int turns_run(struct open_pass *v)
{
    const struct harness *h = v->b->h;
    struct rank_times *last = v->own;
    struct turn_order order;
    int rc;

    turn_prepare(&v->turn);
    while ((rc = turns_order(v, &order)) == MPI_SUCCESS) {
        ranks_add(last, v->last.launch, order.counted);
        if (order.row == ORDER_DONE)
            break;
        if (order.row == ORDER_RENEW) { /* no row is charged for this time */
            double begun = global_now(h);

            rc = clocks_renew(h->clocks, v->b->control, &h->clock,
                              v->t->c->procs == h->size);
            v->t->since += global_now(h) - begun;
        } else {
            rc = turn_measure(v, &order);
            last = &v->own[order.row];
        }
        if (rc != MPI_SUCCESS)
            break;
    }
    return rc;
}

/* Reads the gauges; when = 0 before the pass, 1 after it. */
static int gauges_note(const struct open_pass *v, int when)
{
    const struct case_state *t = v->t;
    double level[GAUGE_KINDS];
    int rc;

    if (!t->watched)
        return MPI_SUCCESS;
    rc = reading_take(t->h->neighbours, v->b->control, level);
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        for (int k = 0; k < GAUGE_KINDS; k++)
            t->results[i].pass.gauge[k][when] = level[k];
    return rc;
}

/* Reads this rank's CPU until now. */
static struct rank_cpu cpu_read(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (struct rank_cpu){.stops = (double)cgroup_throttled(""),
                             .cpu = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec,
                             .wall = now()};
}

/* Adds each rank's CPU since `before`; it did not want any while it slept. */
static int cpus_note(const struct open_pass *v, const struct rank_cpu *before)
{
    enum { DOUBLES = sizeof(*before) / sizeof(double) };
    struct case_state *t = v->t;
    struct rank_cpu mine = cpu_read(), *all = NULL;
    int rc;

    mine.stops -= before->stops;
    mine.cpu += v->turn.slept - before->cpu;
    mine.wall -= before->wall;
    if (t->results != NULL)
        all = xcalloc((size_t)t->c->procs, sizeof(*all));
    rc = MPI_Gather(&mine, DOUBLES, MPI_DOUBLE, all, DOUBLES, MPI_DOUBLE, 0,
                    v->b->control);
    for (int i = 0; all != NULL && rc == MPI_SUCCESS && i < t->c->procs; i++) {
        t->cpus[i].stops += all[i].stops;
        t->cpus[i].cpu += all[i].cpu;
        t->cpus[i].wall += all[i].wall;
    }
    free(all);
    return rc;
}

/* Runs the launches of the pass. Before and after them, reads the gauges and
 * the ranks' CPU. */
static int launches_run(struct open_pass *v)
{
    struct case_state *t = v->t;
    const bool by_group = t->c->called.by_group;
    const struct rank_cpu before = cpu_read();
    int rc = gauges_note(v, 0);

    turn_init(v);
    v->own = xcalloc(t->n, sizeof(*v->own));
    v->wrong = xcalloc(t->n, sizeof(*v->wrong));
    for (size_t i = 0; i < t->n; i++)
        v->own[i].each = t->c->rounds > 0 || by_group;
    if (rc == MPI_SUCCESS)
        rc = turns_run(v);
    if (rc == MPI_SUCCESS)
        rc = gauges_note(v, 1);
    if (rc == MPI_SUCCESS)
        rc = cpus_note(v, &before);
    if (rc == MPI_SUCCESS)
        rc = ranks_gather(v->own, t->n, v->b->control, t->repeats, t->results);
    if (rc == MPI_SUCCESS)
        rc = pairs_gather(v->own, t->n, v->b->control, v->args.peer,
                          by_group ? v->b->comm : MPI_COMM_NULL, t->repeats,
                          t->results);
    if (rc == MPI_SUCCESS && v->turn.checks)
        rc = wrong_gather(v->wrong, t->n, v->b->control, t->results);
    if (rc == MPI_SUCCESS)
        rc = pass_figures(v);
    t->launch = v->turn.launch;
    for (size_t i = 0; i < t->n; i++)
        series_free(&v->own[i].own);
    free(v->own);
    free(v->wrong);
    return rc;
}

static int members_run(const struct session *b, struct case_state *t)
{
    struct open_pass v;
    double begun = now();
    bool ready = pass_open(&v, b, t);
    int rc;

    case_state_charge(t, now() - begun);
    rc = ready ? launches_run(&v) : MPI_SUCCESS;
    for (size_t i = 0; t->results != NULL && i < t->n; i++) {
        struct result *r = &t->results[i];

        /* the result of describe() may depend on the launches */
        if (r->reason == NULL && r->variant->algo->describe != NULL) {
            json_decref(r->params);
            r->params =
                r->variant->algo->describe(b->states[i % b->choice->nvariants]);
        }
    }
    pass_close(&v);
    return rc;
}

/* Stores the results of clock comparisons in the rows. Rank 0 only. */
static void clocks_note(struct case_state *t, long renewals)
{
    const struct clocks *clocks = t->h->clocks;
    size_t bytes = (size_t)clocks->nmodels * sizeof(*clocks->models);

    for (size_t i = 0; i < t->n; i++) {
        struct result *r = &t->results[i];

        r->renewals += clocks->renewals - renewals;
        r->residual = fmax(r->residual, clocks_residual(clocks));
        if (clocks->renewals == 0)
            continue;
        free(r->renewal.models);
        r->renewal = (struct renewal){
            .info = clocks->info,
            .models = memcpy(xmalloc(bytes), clocks->models, bytes),
            .n = clocks->nmodels,
        };
    }
}

int pass_run(const struct session *b, struct case_state *t,
             const struct pass_limits *limits, bool renew)
{
    const struct harness *h = b->h;
    long renewals = h->clocks->renewals;
    int rc = MPI_SUCCESS, mine = MPI_SUCCESS;

    if (renew)
        rc = clocks_renew(h->clocks, h->comm, &h->clock, true);
    if (rc != MPI_SUCCESS)
        return rc;
    if (h->rank == 0)
        control_pass(t, limits);
    if (b->comm != MPI_COMM_NULL)
        mine = members_run(b, t);
    else
        watchdog_step(h->watchdog, PLACE_APART);
    if (h->size > t->c->procs) /* ranks outside the case sleep meanwhile */
        rc = patient_barrier(h->comm);
    if (h->rank == 0)
        clocks_note(t, renewals);
    control_passed(t);
    return mine != MPI_SUCCESS ? mine : rc;
}
