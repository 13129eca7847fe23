/* run.c: measures the passes of all cases in the order that rank 0 decides. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/run.h"

#include <stdlib.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "measure/loads.h"
#include "measure/pass.h"
#include "measure/passes.h"
#include "mpi/agree.h"

/* Rank 0's order to all ranks: the next case that has a pass. */
struct order {
    long pass; /* number of the pass; 0: the run is over */
    size_t index, group;
    bool renew; /* compare the ranks' clocks before the pass */
};

/* State of the run; `passes` and `limits` on rank 0 only. */
struct tour {
    struct harness *h;
    const struct run_input *in;
    const struct run_events *tell;
    struct run_outcome *out;
    struct passes passes;
    struct pass_limits limits;
    struct pages pages;
    double t0;
    struct session session; /* all zero if not open */
    struct order opened;    /* the last order that it was opened for; pass 0 if
                               none */
};

/* Returns true on all ranks if `mine` is true on any rank. */
static bool any(const struct tour *t, bool mine)
{
    return agree_code(t->h->comm, mine) != MPI_SUCCESS;
}

/* Called before and after functions of the caller that may write output. */
static void writing(struct tour *t, bool begins)
{
    if (begins)
        watchdog_write(t->h->watchdog, t->h->rank == 0);
    else if (t->h->rank == 0)
        watchdog_written(t->h->watchdog);
}

static void session_leave(struct tour *t)
{
    if (t->session.h != NULL)
        session_close(&t->session);
}

/* Opens the session for the case of the order. It stays open for all cases of a
 * group, until the next pass. */
static int session_for(struct tour *t, const struct order *order, char **cause)
{
    const struct bench_case *c = &t->in->cases[order->index];
    int rc;

    if (t->session.h != NULL && t->opened.pass == order->pass &&
        t->opened.group == order->group)
        return 0;
    session_leave(t);
    if (t->h->arena != NULL)
        t->h->arena->renew |= order->pass > t->opened.pass && order->pass > 1;
    t->opened = *order;
    rc = session_open(&t->session, t->h, t->in->how, c);
    if (any(t, rc != MPI_SUCCESS)) {
        if (t->h->rank == 0)
            *cause =
                xasprintf("cannot make a communicator of %d ranks", c->procs);
        return -1;
    }
    if (order->pass > 1 || t->tell->opened == NULL)
        return 0;
    writing(t, true);
    t->tell->opened(t->tell->user, &t->session);
    writing(t, false);
    any(t, false); /* waits for rank 0 */
    watchdog_algo(t->h->watchdog, NULL, PLACE_BEFORE);
    return 0;
}

static int case_done(struct tour *t, size_t index, char **cause)
{
    struct case_state *state = &t->out->states[index];

    t->passes.cases[index].done = true;
    case_state_finish(state);
    return t->tell->done == NULL
               ? 0
               : t->tell->done(t->tell->user, index, state->results, state->n,
                               cause);
}

static int case_passed(struct tour *t, size_t index, double cost, char **cause)
{
    struct case_state *state = &t->out->states[index];
    double missing;
    int rc = 0;

    for (size_t i = 0; i < state->n; i++)
        t->out->wrong |= state->results[i].mismatches > 0;
    missing = case_state_missing(state);
    /* for a program's calls: weighted by the seconds spent in them */
    if (missing > 0 && state->c->spent.work > 0)
        missing *= state->c->spent.work;
    passes_account(&t->passes, index, cost, missing);
    t->passes.cases[index].half = case_state_half(state);
    if (case_state_has_passes(state) && t->tell->passed != NULL)
        rc = t->tell->passed(t->tell->user, state->results, state->n, cause);
    if (rc == 0 && t->passes.cases[index].done)
        rc = case_done(t, index, cause);
    return rc;
}

static int case_measure(struct tour *t, const struct order *order, char **cause)
{
    struct case_state *state = &t->out->states[order->index];
    const struct bench_case *c = &t->in->cases[order->index];
    double begun = now();
    int rc;

    if (state->c == NULL)
        case_state_open(state, t->h, t->in->how, c, t->in->seed);
    watchdog_next(t->h->watchdog, c, order->pass);
    if (session_for(t, order, cause) != 0)
        return -1;
    state->pass = order->pass;
    state->at = now() - t->t0;
    rc = pass_run(&t->session, state, &t->limits, order->renew);
    writing(t, true);
    if (rc == MPI_SUCCESS && t->h->rank == 0)
        rc = case_passed(t, order->index, now() - begun, cause);
    writing(t, false);
    if (!any(t, rc != 0))
        return 0;
    if (t->h->rank == 0 && *cause == NULL)
        *cause = xasprintf("%s: the measurement failed", c->choice->op->name);
    return -1;
}

/* Sets up the passes. Consecutive cases with equal operation, number of ranks
 * and of communicators form a group. */
static void passes_start(struct tour *t, long planned)
{
    const struct run_input *in = t->in;
    size_t *group = xcalloc(in->n + 1, sizeof(*group));
    size_t rows = 0; /* that are to be measured */

    for (size_t i = 1; i < in->n; i++) {
        const struct bench_case *c = &in->cases[i];

        group[i] = group[i - 1] + (c->choice != c[-1].choice ||
                                   c->procs != c[-1].procs ||
                                   c->called.groups != c[-1].called.groups);
    }
    passes_open(&t->passes, group, in->n, planned, in->how->budget, in->seed);
    free(group);
    for (size_t i = 0; i < in->n; i++) {
        t->passes.cases[i].done = in->done != NULL && in->done[i];
        if (!t->passes.cases[i].done)
            rows += in->how->nmethods * in->cases[i].choice->nvariants;
    }
    t->limits = passes_limits(in->how, planned, rows);
}

/* Sets *order to rank 0's next order. Collective; returns an MPI error code. */
static int order_next(struct tour *t, struct order *order)
{
    *order = (struct order){0};
    writing(t, true);
    if (t->h->rank == 0 &&
        passes_next(&t->passes, now() - t->t0, &order->index)) {
        order->pass = t->passes.pass;
        order->group = t->passes.cases[order->index].group;
        order->renew = clocks_stale(t->h->clocks, &t->h->clock, true);
        if (t->tell->begins != NULL)
            t->tell->begins(t->tell->user, &t->in->cases[order->index],
                            &t->passes);
    }
    writing(t, false);
    return HARNESS_BCAST(order, sizeof(*order), MPI_BYTE, 0, t->h->comm);
}

/* Measures on all ranks of the harness. */
static int cases_run(struct harness *h, const struct run_input *in,
                     const struct run_events *events, struct run_outcome *out,
                     char **cause)
{
    struct tour t = {.h = h, .in = in, .tell = events, .out = out, .t0 = now()};
    long planned = passes_planned(in->how);
    struct order order;
    int rc;

    if (planned > 1)
        /* cppcheck-suppress autoVariables; reset before the return */
        h->pages = &t.pages;
    if (h->rank == 0)
        passes_start(&t, planned);
    rc = order_next(&t, &order);
    while (rc == 0 && order.pass > 0) {
        rc = case_measure(&t, &order, cause);
        if (rc == 0)
            rc = order_next(&t, &order);
    }
    writing(&t, true);
    for (size_t i = 0; h->rank == 0 && rc == 0 && i < in->n; i++) {
        const struct passes_case *c = &t.passes.cases[i];

        if (c->done || c->passes == 0)
            continue;
        case_state_stop(&out->states[i], c->passes >= t.passes.planned
                                             ? STOP_MAX_PASSES
                                             : STOP_BUDGET);
        rc = case_done(&t, i, cause);
    }
    writing(&t, false);
    rc = any(&t, rc != 0) ? -1 : 0;
    out->wrong = any(&t, out->wrong);
    session_leave(&t);
    h->pages = NULL;
    pages_release(&t.pages);
    out->passes = t.passes.pass;
    out->seconds = now() - t.t0;
    passes_close(&t.passes);
    return rc;
}

/* Measures on the ranks that run no load. */
static int cases_run_beside(struct harness *h, const struct run_input *in,
                            const struct run_events *events,
                            struct run_outcome *out, char **cause)
{
    struct loads loads;
    int rc = loads_open(&loads, h, &in->how->load, in->cases, in->n, cause);
    bool opened = rc == MPI_SUCCESS;

    if (opened && loads.serves)
        loads_serve(&loads);
    else if (opened)
        rc = cases_run(&loads.harness, in, events, out, cause);
    if (opened && h->rank == 0)
        loads_end(&loads);
    loads_close(&loads);
    out->wrong = agree_code(h->comm, out->wrong) != MPI_SUCCESS;
    return agree_code(h->comm, rc != 0) != MPI_SUCCESS ? -1 : 0;
}

int run_measure(struct harness *h, const struct run_input *in,
                const struct run_events *events, struct run_outcome *out,
                char **cause)
{
    *cause = NULL;
    *out = (struct run_outcome){
        .states = xcalloc(in->n + 1, sizeof(*out->states)), .n = in->n};
    return in->how->load.n > 0 ? cases_run_beside(h, in, events, out, cause)
                               : cases_run(h, in, events, out, cause);
}

void run_free(struct run_outcome *m)
{
    for (size_t i = 0; i < m->n; i++)
        case_state_close(&m->states[i]);
    free(m->states);
    *m = (struct run_outcome){0};
}

int run_one(struct harness *h, const struct op *op, const struct algo *algo,
            void *values, const struct measuring *how,
            const struct run_events *events, char **cause)
{
    struct variant variant = {
        .algo = algo, .label = (char *)algo->name, .values = values};
    const struct choice choice = {
        .op = op, .variants = &variant, .nvariants = 1};
    const struct bench_case c = {
        .choice = &choice,
        .procs = h->size,
        .dtype = dtype_find("byte"),
        .called = how->called,
    };
    const struct run_input in = {.how = how, .cases = &c, .n = 1};
    struct run_outcome out;
    int rc = run_measure(h, &in, events, &out, cause);

    run_free(&out);
    return rc;
}
