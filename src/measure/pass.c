/* pass.c: a pass of a case, with turns as rank 0 orders them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "measure/gather.h"
#include "measure/pass.h"
#include "measure/turn.h"
#include "ops/verify.h"

/* The launches of a pass on this rank. */
struct measurement {
    const struct session *b;
    struct track *t;
    struct operands operands;
    struct verify verify;
    struct turn turn;
    struct turn_times last; /* of the latest turn */
    struct rank_times *own; /* a row each */
};

static void turn_init(struct measurement *m)
{
    const struct measuring *o = m->b->o;
    const struct bench_case *c = m->t->c;
    const struct harness *h = m->b->h;
    const struct op *op = c->choice->op;

    m->verify = (struct verify){
        .op = op,
        .dtype = c->dtype,
        .redop = o->redop,
        .any_root = c->rotate,
    };
    m->turn = (struct turn){
        .clock = &h->clock,
        .model = &h->clocks->model,
        .op = op,
        .control = m->b->control,
        .args = &m->operands.args,
        .buffers = &m->operands.buffers,
        .barrier = barrier_table[o->barrier.algorithm],
        .arrival = &o->arrival,
        .verify = o->verify ? &m->verify : NULL,
        .first_root = m->operands.args.root,
        .rotate = c->rotate,
        .paper = o->paper,
        .dither_step = o->paper ? 0 : h->step,
        .launch = m->t->launch,
        .watchdog = h->watchdog,
    };
}

static double global_now(const struct harness *h)
{
    return clock_global_now(&h->clocks->model, &h->clock);
}

/* The turn is the variant's, under the row's method. */
static void turn_choose(struct measurement *m, const struct turn_order *order)
{
    const struct choice *choice = m->b->choice;
    size_t row = (size_t)order->row, i = row % choice->nvariants;
    const struct variant *variant = &choice->variants[i];
    const struct algo *algo = variant->algo;
    struct operands_variant *own = &m->operands.variants[i];
    struct turn *turn = &m->turn;
    bool native = algo->run == NULL;

    watchdog_algo(m->b->h->watchdog, variant->label, PLACE_BEFORE);
    turn->algo = algo;
    turn->computes = variant_computes(variant);
    turn->args = &own->args;
    turn->run = native ? own->args.run : algo->run;
    turn->state = native ? own->args.state : own->state;
    turn->own = own->state;
    turn->method = m->b->o->methods[row / choice->nvariants];
    if (order->fallback)
        turn->method = turn->method->fallback;
}

/* One that fails gets no other turn. */
static void turn_account(struct control *ctl, const struct turn_order *order,
                         const struct turn_times *all, double at)
{
    struct result *r = ctl->rows[order->row].r;
    char *text;

    control_account(ctl, order, all, at);
    if (all->rc == MPI_SUCCESS)
        return;
    text = error_text(all->rc);
    free(r->reason);
    r->reason = xasprintf("the operation failed: %s", text);
    free(text);
}

/* Runs what was ordered and tells rank 0's controller how it went. */
static int turn_measure(struct measurement *m, const struct turn_order *order)
{
    const struct session *b = m->b;
    struct control *ctl = &m->t->control;
    struct turn_times all;
    int rc;

    turn_choose(m, order);
    turn_run(&m->turn, order, &m->last);
    rc = gather_turn(b->control, order, &m->last, &all);
    if (rc == MPI_SUCCESS && b->o->samples && !order->warmup)
        rc = gather_samples(b->control, ctl, order, &m->last, &all);
    if (rc == MPI_SUCCESS && b->h->rank == 0)
        turn_account(ctl, order, &all, global_now(b->h));
    return rc;
}

/* The clocks are compared again; no algorithm pays for it. */
static int turns_pause(struct measurement *m)
{
    const struct harness *h = m->b->h;
    double begun = global_now(h);
    int rc = clocks_renew(h->clocks, m->b->control, &h->clock,
                          m->t->c->procs == h->size);

    m->t->control.since += global_now(h) - begun;
    return rc;
}

/* What rank 0 wants next, on all ranks. */
static int turns_order(struct measurement *m, struct turn_order *order)
{
    const struct harness *h = m->b->h;
    struct control *ctl = &m->t->control;

    *order = (struct turn_order){.row = ORDER_DONE};
    if (h->rank == 0) {
        if (clocks_stale(h->clocks, &h->clock, false))
            order->row = ORDER_RENEW;
        else if (!control_next(ctl, global_now(h), order))
            order->row = ORDER_DONE;
        order->counted = ctl->counted;
        ctl->counted = 0;
    }
    return turn_order_bcast(m->b->control, order);
}

static int turns_run(struct measurement *m)
{
    struct rank_times *last = m->own;
    int rc;

    m->t->control.dither = START_DITHER * m->turn.dither_step;
    turn_prepare(&m->turn);
    do {
        struct turn_order order;

        rc = turns_order(m, &order);
        if (rc != MPI_SUCCESS)
            break;
        ranks_add(last, m->last.launch, order.counted);
        if (order.row == ORDER_DONE)
            break;
        if (order.row == ORDER_RENEW) {
            rc = turns_pause(m);
        } else {
            rc = turn_measure(m, &order);
            last = &m->own[order.row];
        }
    } while (rc == MPI_SUCCESS);
    return rc;
}

/* What the gauges show: `when` 0 before the pass, 1 after it. */
static int gauges_note(struct measurement *m, int when)
{
    const struct track *t = m->t;
    double level[GAUGES];
    int rc;

    if (!t->watched)
        return MPI_SUCCESS;
    rc = reading_take(m->b->h->neighbours, m->b->control, level);
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        for (int k = 0; k < GAUGES; k++)
            t->results[i].pass.gauge[k][when] = level[k];
    return rc;
}

/* The launches of the pass, and what the machine was like around them. */
static int launches_run(struct measurement *m)
{
    size_t n = m->t->n;
    int rc = gauges_note(m, 0);

    m->own = xcalloc(n, sizeof(*m->own));
    if (rc == MPI_SUCCESS)
        rc = turns_run(m);
    if (rc == MPI_SUCCESS)
        rc = gauges_note(m, 1);
    if (rc == MPI_SUCCESS)
        rc = ranks_gather(m->own, n, m->b->control, m->operands.repeats,
                          m->t->results);
    free(m->own);
    return rc;
}

/* Algorithms, by their states, say what they used. */
static void rows_describe(struct track *t, void *const *states)
{
    for (size_t i = 0; t->results != NULL && i < t->n; i++) {
        struct result *r = &t->results[i];

        if (r->reason != NULL || r->variant->algo->describe == NULL)
            continue;
        json_decref(r->params);
        r->params =
            r->variant->algo->describe(states[i % t->c->choice->nvariants]);
    }
}

static int members_run(const struct session *b, struct track *t)
{
    struct measurement m = {.b = b, .t = t};
    double begun = now();
    bool ready;
    int rc = MPI_SUCCESS;

    ready = operands_open(&m.operands, b, t);
    control_charge(&t->control, now() - begun);
    turn_init(&m);
    t->control.repeats = m.operands.repeats;
    if (ready)
        rc = launches_run(&m);
    t->launch = m.turn.launch;
    if (ready && rc == MPI_SUCCESS)
        rc = operands_figures(&m.operands);
    rows_describe(t, b->states); /* it may tell what it saw */
    operands_close(&m.operands);
    return rc;
}

/* The end of the case for all: those that had no part sleep until then. */
static int rendezvous(MPI_Comm comm)
{
    MPI_Request request;
    int done = 0, rc = MPI_Ibarrier(comm, &request);

    while (rc == MPI_SUCCESS && !done) {
        rc = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done)
            usleep(500);
    }
    return rc;
}

/* A pass begins with clocks that all ranks have fresh models of. */
static int clocks_refresh(const struct harness *h)
{
    int stale = h->rank == 0 && clocks_stale(h->clocks, &h->clock, true);
    int rc = h->clocks->shared ? MPI_SUCCESS
                               : MPI_Bcast(&stale, 1, MPI_INT, 0, h->comm);

    return rc == MPI_SUCCESS && stale
               ? clocks_renew(h->clocks, h->comm, &h->clock, true)
               : rc;
}

/* What became of the clocks meanwhile; on rank 0. */
static void clocks_note(struct track *t, long renewals)
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

int pass_run(const struct session *b, struct track *t,
             const struct pass_limits *limits)
{
    const struct harness *h = b->h;
    long renewals = h->clocks->renewals;
    int rc = clocks_refresh(h), worst, mine = MPI_SUCCESS;

    if (rc != MPI_SUCCESS)
        return rc;
    if (h->rank == 0) {
        control_pass(&t->control, limits);
        t->at = global_now(h) - h->begun;
    }
    if (b->comm != MPI_COMM_NULL)
        mine = members_run(b, t);
    else
        watchdog_step(h->watchdog, PLACE_APART);
    if (h->size > t->c->procs)
        rc = rendezvous(h->comm);
    if (h->rank == 0)
        clocks_note(t, renewals);
    track_passed(t);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, h->comm);
    return rc != MPI_SUCCESS || worst == MPI_SUCCESS ? rc : MPI_ERR_OTHER;
}
