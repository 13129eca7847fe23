/* pass.c: a pass of a case, with turns as rank 0 orders them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "measure/control.h"
#include "measure/gather.h"
#include "measure/operands.h"
#include "measure/pass.h"
#include "measure/reading.h"
#include "measure/results.h"
#include "measure/turn.h"
#include "ops/verify.h"

/* The launches of a pass on this rank. */
struct measurement {
    struct session *b;
    const struct bench_case *c;
    struct track *track;
    struct result *results; /* the track's; used on rank 0 */
    struct operands operands;
    struct verify verify;
    struct turn turn;
    struct turn_times last; /* of the latest turn */
    struct rank_times *own; /* a row each */
    long mismatches;        /* this rank's */
};

static void turn_init(struct measurement *m)
{
    const struct measuring *o = m->b->o;
    const struct op *op = m->c->choice->op;

    m->verify = (struct verify){
        .op = op,
        .dtype = m->c->dtype,
        .redop = o->redop,
        .any_root = m->c->rotate,
    };
    m->turn = (struct turn){
        .clock = &m->b->h->clock,
        .model = &m->b->h->clocks->model,
        .op = op,
        .control = m->b->control,
        .args = &m->operands.args,
        .buffers = &m->operands.buffers,
        .barrier = barrier_table[o->barrier.algorithm],
        .arrival = &o->arrival,
        .verify = o->verify ? &m->verify : NULL,
        .first_root = m->operands.args.root,
        .rotate = m->c->rotate,
        .paper = o->paper,
        .dither_step = o->paper ? 0 : m->b->h->step,
        .launch = m->track->launch,
        .watchdog = m->b->h->watchdog,
    };
}

/* ---- turns ------------------------------------------------------------ */

static double global_now(const struct harness *h)
{
    return clock_global_now(&h->clocks->model, &h->clock);
}

static char *failure_text(const char *what, int rc)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    MPI_Error_string(rc, text, &length);
    return xasprintf("%s: %s", what, text);
}

/* Runs what was ordered and tells rank 0's controller how it went. */
static int turn_measure(struct measurement *m, struct control *ctl,
                        const struct turn_order *order)
{
    const struct harness *h = m->b->h;
    size_t n = m->c->choice->nvariants, row = (size_t)order->row;
    const struct variant *variant = &m->c->choice->variants[row % n];
    const struct algo *algo = variant->algo;
    struct operands_variant *own = &m->operands.variants[row % n];
    bool native = algo->run == NULL;
    struct turn_times *mine = &m->last;
    struct turn_report report = {0};
    int rc, failed;

    watchdog_algo(h->watchdog, variant->label, PLACE_BEFORE);
    m->turn.algo = algo;
    m->turn.computes = variant_computes(variant);
    m->turn.args = &own->args;
    m->turn.run = native ? own->args.run : algo->run;
    m->turn.state = native ? own->args.state : own->state;
    m->turn.own = own->state;
    m->turn.method = m->b->o->methods[row / n];
    if (order->fallback)
        m->turn.method = m->turn.method->fallback;
    turn_run(&m->turn, order, mine);
    rc = gather_report(m->b->control, order, mine, &report, &failed);
    if (rc == MPI_SUCCESS && m->b->o->samples && !order->warmup)
        rc = gather_samples(m->b->control, ctl, order, &report, mine,
                            m->b->h->rank == 0 ? &m->results[row] : NULL);
    m->mismatches += mine->mismatches;
    if (rc == MPI_SUCCESS && m->b->o->verify) {
        long sum = 0;

        rc = MPI_Reduce(&mine->mismatches, &sum, 1, MPI_LONG, MPI_SUM, 0,
                        m->b->control);
        if (m->b->h->rank == 0)
            m->results[row].mismatches += sum;
    }
    if (m->b->h->rank == 0 && rc == MPI_SUCCESS) {
        control_account(ctl, order, &report, global_now(h));
        if (failed != MPI_SUCCESS)
            control_fail(ctl, order,
                         failure_text("the operation failed", failed));
    }
    return rc;
}

static void order_next(const struct harness *h, struct control *ctl,
                       struct turn_order *order)
{
    if (clocks_stale(h->clocks, &h->clock, false))
        order->row = ORDER_RENEW;
    else if (!control_next(ctl, global_now(h), order))
        order->row = ORDER_DONE;
}

/* The clocks are compared again; no algorithm pays for it. */
static int turns_pause(struct measurement *m, struct control *ctl)
{
    const struct harness *h = m->b->h;
    double begun = global_now(h);
    int rc = clocks_renew(h->clocks, m->b->control, &h->clock,
                          m->c->procs == h->size);

    if (h->rank == 0)
        control_pause(ctl, global_now(h) - begun);
    return rc;
}

/* What rank 0 wants next, on all ranks. */
static int turns_order(struct measurement *m, struct control *ctl,
                       struct turn_order *order)
{
    *order = (struct turn_order){.row = ORDER_DONE};
    if (m->b->h->rank == 0) {
        order_next(m->b->h, ctl, order);
        order->counted = ctl->counted;
        ctl->counted = 0;
    }
    return turn_order_bcast(m->b->control, order);
}

static int turns_run(struct measurement *m)
{
    struct control *ctl = &m->track->control;
    struct rank_times *last = m->own;
    int rc;

    ctl->dither = START_DITHER * m->turn.dither_step;
    turn_prepare(&m->turn);
    do {
        struct turn_order order;

        rc = turns_order(m, ctl, &order);
        if (rc != MPI_SUCCESS)
            break;
        ranks_add(last, m->last.launch, order.counted);
        if (order.row == ORDER_DONE)
            break;
        if (order.row == ORDER_RENEW) {
            rc = turns_pause(m, ctl);
        } else {
            rc = turn_measure(m, ctl, &order);
            last = &m->own[order.row];
        }
    } while (rc == MPI_SUCCESS);
    return rc;
}

/* What the gauges show: `when` 0 before the pass, 1 after it. */
static int gauges_note(struct measurement *m, int when)
{
    const struct track *t = m->track;
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
    size_t n = case_rows(m->b->o, m->c);
    int rc = gauges_note(m, 0);

    m->own = xcalloc(n, sizeof(*m->own));
    if (rc == MPI_SUCCESS)
        rc = turns_run(m);
    if (rc == MPI_SUCCESS)
        rc = gauges_note(m, 1);
    if (rc == MPI_SUCCESS)
        rc = ranks_gather(m->own, n, m->b->control, m->operands.repeats,
                          m->results);
    free(m->own);
    return rc;
}

/* ---- the case ---------------------------------------------------------- */

static int members_run(struct session *b, struct track *t, long *mismatches)
{
    const struct bench_case *c = t->c;
    struct result *results = t->results;
    struct measurement m = {.b = b, .c = c, .track = t, .results = results};
    double begun = now();
    bool ready;
    int rc;

    if (b->h->rank == 0)
        results_begin(results, c, b->o, b->reasons);
    rc = operands_open(&m.operands, b, c, results, &ready);
    if (b->h->rank == 0)
        control_charge(&t->control, now() - begun);
    turn_init(&m);
    t->control.repeats = m.operands.repeats;
    if (ready)
        rc = launches_run(&m);
    t->launch = m.turn.launch;
    if (ready && rc == MPI_SUCCESS)
        rc = operands_figures(&m.operands, results);
    if (b->h->rank == 0)
        results_describe(results, c, b->o,
                         b->states); /* it may tell what it saw */
    operands_close(&m.operands);
    *mismatches = m.mismatches;
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

static struct renewal last_renewal(const struct clocks *c)
{
    size_t bytes = (size_t)c->nmodels * sizeof(*c->models);

    return (struct renewal){
        .info = c->info,
        .models = memcpy(xmalloc(bytes), c->models, bytes),
        .n = c->nmodels,
    };
}

/* What became of the clocks meanwhile; on rank 0. */
static void clocks_note(const struct harness *h, struct result *results,
                        size_t n, long renewals)
{
    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        r->renewals += h->clocks->renewals - renewals;
        r->residual = fmax(r->residual, clocks_residual(h->clocks));
        free(r->renewal.models);
        r->renewal = (struct renewal){0};
        if (h->clocks->renewals > 0)
            r->renewal = last_renewal(h->clocks);
    }
}

int pass_run(struct session *b, struct track *t,
             const struct pass_limits *limits, long *mismatches)
{
    const struct bench_case *c = t->c;
    long mine[2] = {MPI_SUCCESS, 0}, all[2];
    long renewals = b->h->clocks->renewals;
    int rc = clocks_refresh(b->h);

    *mismatches = 0;
    if (rc != MPI_SUCCESS)
        return rc;
    if (b->h->rank == 0) {
        control_pass(&t->control, limits);
        t->at = global_now(b->h) - b->h->begun;
    }
    if (b->comm != MPI_COMM_NULL)
        mine[0] = members_run(b, t, &mine[1]);
    else
        watchdog_step(b->h->watchdog, PLACE_APART);
    rc = b->h->size > c->procs ? rendezvous(b->h->comm) : MPI_SUCCESS;
    if (b->h->rank == 0) {
        clocks_note(b->h, t->results, case_rows(b->o, c), renewals);
        track_passed(t, b->o);
    }
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, b->h->comm);
    *mismatches = all[1];
    return rc != MPI_SUCCESS ? rc : all[0] != MPI_SUCCESS ? MPI_ERR_OTHER : 0;
}
