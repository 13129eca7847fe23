/* measure.c: one case: buffers, then stages as rank 0 orders them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/control.h"
#include "mpiperf/measure/gather.h"
#include "mpiperf/measure/measure.h"
#include "mpiperf/measure/memory.h"
#include "mpiperf/measure/results.h"
#include "mpiperf/measure/stage.h"
#include "mpiperf/report/record.h"
#include "ops/buffers.h"
#include "ops/layout.h"
#include "ops/opened.h"
#include "ops/params.h"
#include "ops/verify.h"

/* Everything one case has open on this rank. */
struct measurement {
    struct bench *b;
    const struct bench_case *c;
    struct result *results; /* used on rank 0 */
    struct op_args args;
    struct buffers buffers;
    struct verify verify;
    struct stage stage;
    double repeats;  /* of the operation in one launch */
    long mismatches; /* this rank's */
};

/* ---- what a case has open ---------------------------------------------- */

/* On all ranks or on none. */
static int type_open(const struct dtype *t, MPI_Comm comm, MPI_Datatype *type)
{
    int mine = MPI_SUCCESS, worst, rc;

    *type = t->mpi;
    if (t->create == NULL)
        return MPI_SUCCESS;
    *type = MPI_DATATYPE_NULL;
    mine = t->create(type) != MPI_SUCCESS;
    rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);
    return rc != MPI_SUCCESS ? rc : worst ? MPI_ERR_TYPE : MPI_SUCCESS;
}

static void case_open(struct measurement *m, struct bench *b,
                      const struct bench_case *c, struct result *results)
{
    const struct op *op = c->choice->op;

    *m = (struct measurement){.b = b, .c = c, .results = results};
    m->args = (struct op_args){
        .count = c->count,
        .op = b->o->redop->function == NULL ? b->o->redop->mpi : MPI_OP_NULL,
        .root = op->flags & OP_ROOTED ? c->root : 0,
        .rank = b->h->rank,
        .size = c->procs,
        .comm = b->comm,
        .clock = &b->h->clock,
        .neighbors = &b->neighbors,
        .peer = b->peer,
        .npairs = b->npairs,
        .param = op_param(op, &b->o->params),
        .win = MPI_WIN_NULL,
        .in_place = b->o->in_place && op->in_place != IN_PLACE_NOT,
    };
    m->verify = (struct verify){
        .op = op,
        .dtype = c->dtype,
        .redop = b->o->redop,
        .any_root = c->rotate,
    };
    m->repeats = op->repeats != NULL ? op->repeats(&m->args) : 1;
    m->stage = (struct stage){
        .clock = &b->h->clock,
        .model = &b->h->clocks->model,
        .op = op,
        .control = b->control,
        .args = &m->args,
        .buffers = &m->buffers,
        .barrier = b->o->barrier,
        .arrival = &b->o->arrival,
        .verify = b->o->verify ? &m->verify : NULL,
        .first_root = m->args.root,
        .rotate = c->rotate,
        .paper = b->o->paper,
    };
}

/* ---- stages ------------------------------------------------------------ */

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
static int stage_measure(struct measurement *m, struct control *ctl,
                         const struct stage_order *order)
{
    const struct harness *h = m->b->h;
    size_t nalgos = m->c->choice->nalgos, track = (size_t)order->track;
    const struct algo *algo = m->c->choice->algos[track % nalgos];
    struct stage_times mine;
    struct stage_report report = {0};
    int rc, failed;

    m->stage.algo = algo;
    m->stage.run = algo->run != NULL ? algo->run : m->args.run;
    m->stage.state = m->b->states[track % nalgos];
    m->stage.method = m->b->o->methods[track / nalgos];
    stage_run(&m->stage, order, &mine);
    rc = gather_report(m->b->control, order, &mine, &report, &failed);
    if (rc == MPI_SUCCESS && m->b->o->samples && !order->warmup)
        rc = gather_samples(
            m->b->control, ctl, order, &report, &mine,
            m->args.rank == 0 ? &m->results[track] : NULL);
    m->mismatches += mine.mismatches;
    if (rc == MPI_SUCCESS && m->b->o->verify) {
        long sum = 0;

        rc = MPI_Reduce(&mine.mismatches, &sum, 1, MPI_LONG, MPI_SUM, 0,
                        m->b->control);
        if (m->args.rank == 0)
            m->results[track].mismatches += sum;
    }
    if (m->args.rank == 0 && rc == MPI_SUCCESS) {
        control_account(ctl, order, &report,
                        global_now(h));
        if (failed != MPI_SUCCESS)
            control_fail(ctl, order, failure_text("the operation failed", failed));
    }
    return rc;
}

static void order_next(const struct harness *h, struct control *ctl,
                       struct stage_order *order)
{
    if (clocks_stale(h->clocks, &h->clock, false))
        order->track = ORDER_RENEW;
    else if (!control_next(ctl, global_now(h), order))
        order->track = ORDER_DONE;
}

/* The clocks are compared again; no algorithm pays for it. */
static int stages_pause(struct measurement *m, struct control *ctl)
{
    const struct harness *h = m->b->h;
    double begun = global_now(h);
    int rc = clocks_renew(h->clocks, m->b->control, &h->clock,
                          m->c->procs == h->size);

    if (h->rank == 0)
        control_pause(ctl, global_now(h) - begun);
    return rc;
}

static int stages_run(struct measurement *m)
{
    const struct harness *h = m->b->h;
    struct control ctl = {0};
    int rc;

    if (h->rank == 0)
        control_open(&ctl, m->b->o, m->results, bench_results(m->b->o, m->c),
                     h->t_bcast, m->b->o->paper ? 0 : h->tolerance,
                     h->oversubscribed, (uint64_t)m->c->bytes + 1);
    ctl.repeats = m->repeats;
    stage_prepare(&m->stage);
    do {
        struct stage_order order = {.track = ORDER_DONE};

        if (h->rank == 0)
            order_next(h, &ctl, &order);
        rc = stage_order_bcast(m->b->control, &order);
        if (rc != MPI_SUCCESS || order.track == ORDER_DONE)
            break;
        rc = order.track == ORDER_RENEW ? stages_pause(m, &ctl)
                                        : stage_measure(m, &ctl, &order);
    } while (rc == MPI_SUCCESS);
    if (h->rank == 0)
        control_close(&ctl);
    return rc;
}

/* ---- the case ---------------------------------------------------------- */

/* Any rank's failure is everybody's. */
static int agree_on_code(struct measurement *m, int mine)
{
    int worst, rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX,
                                  m->b->control);

    return rc != MPI_SUCCESS ? rc : worst;
}

/* The same on all ranks: a call that one of them needs, all make. */
static int agree_on_large(struct measurement *m)
{
    bool mine = m->args.large;

    return MPI_Allreduce(&mine, &m->args.large, 1, MPI_C_BOOL, MPI_LOR,
                         m->b->control);
}

/* Those that can't run this case say so; why, malloced, when none can. */
static char *algos_refuse(struct measurement *m)
{
    const char *why = NULL;
    bool any = false;

    for (size_t i = 0; i < m->c->choice->nalgos; i++) {
        const char *cause =
            opened_refuse_algo(m->c->choice->algos[i], &m->args);

        any |= cause == NULL;
        why = cause != NULL ? cause : why;
        if (cause != NULL && m->b->h->rank == 0)
            results_refuse(m->results, m->c, m->b->o, i, cause);
    }
    return any ? NULL : xstrdup(why);
}

/*
 * Everything the launches need, in order; *why malloced when it can't be had:
 * then there are no figures, but the run goes on. Alike on all ranks.
 */
static int operands_open(struct measurement *m, char **why)
{
    const struct op *op = m->c->choice->op;
    const struct redop *redop = m->b->o->redop;
    int rc = type_open(m->c->dtype, m->b->control, &m->args.type);

    if (rc != MPI_SUCCESS)
        return rc;
    if (redop->function != NULL) {
        rc = MPI_Op_create(redop->function, redop->commute, &m->args.op);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    if (layout_open(&m->args, op, &m->b->o->counts, m->c->dtype) != 0) {
        *why = xasprintf("buffers larger than the address space");
        return MPI_SUCCESS;
    }
    rc = agree_on_large(m);
    if (rc != MPI_SUCCESS || (*why = opened_refuse(op, &m->args)) != NULL ||
        (*why = algos_refuse(m)) != NULL ||
        memory_open(&m->buffers, m->b, m->c, &m->args, why) != 0)
        return rc;
    m->args.win = m->buffers.win;
    rc = agree_on_code(m, opened_open(op, &m->args, &m->buffers));
    if (rc != MPI_SUCCESS)
        *why = failure_text("the operation could not be set up", rc);
    return MPI_SUCCESS;
}

static void operands_close(struct measurement *m)
{
    opened_close(m->c->choice->op, &m->args, &m->buffers);
    buffers_close(&m->buffers);
    layout_close(&m->args);
    if (m->b->o->redop->function != NULL && m->args.op != MPI_OP_NULL)
        MPI_Op_free(&m->args.op);
    if (m->c->dtype->create != NULL && m->args.type != MPI_DATATYPE_NULL)
        MPI_Type_free(&m->args.type);
}

static bool algo_usable(const struct measurement *m, size_t i)
{
    return m->b->why_not[i] == NULL &&
           opened_refuse_algo(m->c->choice->algos[i], &m->args) == NULL;
}

static void algos_conclude(struct measurement *m)
{
    for (size_t i = 0; i < m->c->choice->nalgos; i++)
        if (algo_usable(m, i) && m->c->choice->algos[i]->conclude != NULL)
            m->c->choice->algos[i]->conclude(m->b->states[i]);
}

/* One that can't be made ready has no figures; the others go on. */
static void algos_prepare(struct measurement *m)
{
    for (size_t i = 0; i < m->c->choice->nalgos; i++) {
        const struct algo *algo = m->c->choice->algos[i];
        int rc = MPI_SUCCESS;
        char *why;

        if (!algo_usable(m, i))
            continue;
        if (algo->prepare != NULL)
            rc = agree_on_code(m, algo->prepare(m->b->states[i], &m->args));
        if (rc == MPI_SUCCESS || m->b->h->rank != 0)
            continue;
        why = failure_text("it could not be made ready", rc);
        results_refuse(m->results, m->c, m->b->o, i, why);
        free(why);
    }
}

static int members_measure(struct bench *b, const struct bench_case *c,
                           struct result *results, long *mismatches)
{
    struct measurement m;
    char *why = NULL;
    int rc;

    case_open(&m, b, c, results);
    if (b->h->rank == 0)
        results_start(results, c, b);
    rc = operands_open(&m, &why);
    if (rc == MPI_SUCCESS && why == NULL) {
        algos_prepare(&m);
        rc = stages_run(&m);
        algos_conclude(&m);
    } else if (rc == MPI_SUCCESS && b->h->rank == 0) {
        results_fail(results, c, b->o, why);
    }
    operands_close(&m);
    free(why);
    if (b->h->rank == 0)
        results_finish(results, c, b, &m.args, m.repeats);
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

size_t bench_results(const struct options *o, const struct bench_case *c)
{
    return o->nmethods * c->choice->nalgos;
}

/* A case begins with clocks that all ranks have fresh models of. */
static int clocks_refresh(const struct harness *h)
{
    int stale = h->rank == 0 && clocks_stale(h->clocks, &h->clock, true);
    int rc = h->clocks->shared ? MPI_SUCCESS
                               : MPI_Bcast(&stale, 1, MPI_INT, 0, h->comm);

    return rc == MPI_SUCCESS && stale
               ? clocks_renew(h->clocks, h->comm, &h->clock, true)
               : rc;
}

/* What became of the machine and its clocks meanwhile. */
static int surroundings(const struct harness *h, struct result *results,
                        size_t n, long renewals)
{
    double before = NAN, change = NAN;
    int rc = MPI_SUCCESS;

    if (h->distance != NULL) {
        before = h->distance->median;
        rc = distance_measure(h->distance, &change);
    }
    for (size_t i = 0; h->rank == 0 && i < n; i++) {
        results[i].renewals = h->clocks->renewals - renewals;
        results[i].residual = clocks_residual(h->clocks);
        if (h->clocks->renewals > 0)
            results[i].clocksync = record_clocksync(
                &h->clocks->info, h->clocks->models, h->clocks->nmodels);
        results[i].oneway_start = before;
        results[i].oneway_end =
            h->distance != NULL ? h->distance->median : NAN;
        results[i].oneway_change = change;
    }
    return rc;
}

int bench_measure(struct bench *b, const struct bench_case *c,
                  struct result *results, long *mismatches)
{
    long mine[2] = {MPI_SUCCESS, 0}, all[2];
    long renewals = b->h->clocks->renewals;
    int rc = clocks_refresh(b->h);

    *mismatches = 0;
    if (rc != MPI_SUCCESS)
        return rc;
    if (b->comm != MPI_COMM_NULL)
        mine[0] = members_measure(b, c, results, &mine[1]);
    rc = b->h->size > c->procs ? rendezvous(b->h->comm) : MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = surroundings(b->h, results, bench_results(b->o, c), renewals);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, b->h->comm);
    *mismatches = all[1];
    return rc != MPI_SUCCESS ? rc : all[0] != MPI_SUCCESS ? MPI_ERR_OTHER : 0;
}
