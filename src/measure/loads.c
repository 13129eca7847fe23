/* loads.c: ranks that run a load beside the measured operation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/loads.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "measure/pass.h"
#include "mpi/agree.h"
#include "mpi/patient.h"
#include "ops/beside.h"

/* Orders to the ranks of the load, if not the number of a load. */
enum { ORDER_KEEP = -1, ORDER_QUIET = -2, ORDER_END = -3 };

enum { TAG_ORDER = 1, TAG_READY };

/* Seconds that a step of a load takes at least, so that it seldom pauses for
 * the next order; a step has at most RUNS_MOST calls. */
static const double look_after = 200e-6;
enum { RUNS_MOST = 1 << 10 };

/* A load as a case of its own, with the call of its operation as the only
 * variant, on the ranks of the load. */
struct load_open {
    const char *label;
    struct measuring how;
    const struct method *method;
    struct choice choice;
    struct variant native;
    struct bench_case c;
    struct session session;
    struct case_state state;
    struct open_pass pass;
    int runs;    /* number of calls in a step, between two looks for an order */
    double took; /* seconds of the latest step on this rank */
    int rc;      /* first error of the calls */
};

static void *load_values(const struct load *load, const struct op *op)
{
    struct params given = {0};
    char *cause;
    void *values;

    params_add(&given, PARAM_NO_OWNER, load->option, load->word);
    values = params_values(op->params, &given, &cause);
    params_free(&given);
    return values;
}

/* Collective over the ranks of the load. Returns an MPI error code, with *cause
 * malloced or NULL. */
static int load_open(struct load_open *o, const struct harness *h,
                     const struct variant *v, char **cause)
{
    const struct load *load = load_of(v->algo);
    const struct load_params *p = v->values;
    const struct op *op = load->op != NULL ? op_find(load->op) : NULL;
    int rc;

    *o = (struct load_open){.label = v->label,
                            .method = &method_window,
                            .runs = 1,
                            .took = INFINITY};
    if (op == NULL)
        return MPI_SUCCESS;
    measuring_default(&o->how, &o->method);
    o->how.align = (size_t)sysconf(_SC_PAGESIZE);
    o->native = (struct variant){.algo = &algo_native, .label = v->label};
    o->choice = (struct choice){.op = op,
                                .values = load_values(load, op),
                                .variants = &o->native,
                                .nvariants = 1};
    o->c = (struct bench_case){.choice = &o->choice,
                               .procs = h->size,
                               .dtype = dtype_find("byte"),
                               .count = p->bytes,
                               .bytes = p->bytes,
                               .called = o->how.called};
    case_state_open(&o->state, h, &o->how, &o->c, 0);
    rc = session_open(&o->session, h, &o->how, &o->c);
    if (rc != MPI_SUCCESS || pass_open(&o->pass, &o->session, &o->state))
        return rc;
    if (o->state.results != NULL && o->state.results->reason != NULL)
        *cause = xasprintf("%s: %s", v->label, o->state.results->reason);
    return MPI_ERR_OTHER;
}

static void load_close(struct load_open *o)
{
    if (o->pass.b != NULL)
        pass_close(&o->pass);
    if (o->session.h != NULL)
        session_close(&o->session);
    case_state_close(&o->state);
    free(o->choice.values);
}

/* Runs the operation of the load, and returns the seconds that this took. */
static double load_run(struct load_open *o, int runs)
{
    const struct op_args *a = &o->pass.variants[0].args;
    ticks_t t0 = clock_read(a->clock);

    for (int i = 0; i < runs; i++)
        o->rc = first_of(o->rc, a->run(a->state, a));
    return clock_seconds(a->clock, clock_read(a->clock) - t0);
}

/* ---- the ranks of the load ----------------------------------------------- */

/* Returns the load that runs after this order, or NULL. */
static struct load_open *running(const struct loads *l, int order)
{
    return order >= 0 && l->open[order].choice.op != NULL ? &l->open[order]
                                                          : NULL;
}

/* On the first rank of the load: returns the next order of rank 0; while a load
 * runs, ORDER_KEEP if there is none yet. */
static int order_take(const struct loads *l, bool runs, MPI_Request *request,
                      int *buffer)
{
    int done = 1, order;

    if (runs)
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
    else
        patient_wait(request);
    if (!done)
        return ORDER_KEEP;
    order = *buffer;
    if (order != ORDER_END)
        MPI_Irecv(buffer, 1, MPI_INT, 0, TAG_ORDER, l->all, request);
    return order;
}

/* Tells rank 0 that its order is carried out on all ranks of the load. */
static void order_done(const struct loads *l, int order)
{
    struct load_open *o = running(l, order);
    int rc = MPI_SUCCESS;

    if (o != NULL) {
        watchdog_algo(l->harness.watchdog, o->label, PLACE_CALL);
        load_run(o, 1);
        rc = o->rc;
    }
    MPI_Reduce(l->harness.rank == 0 ? MPI_IN_PLACE : &rc, &rc, 1, MPI_INT,
               MPI_MAX, 0, l->part);
    if (l->harness.rank == 0)
        MPI_Send(&rc, 1, MPI_INT, 0, TAG_READY, l->all);
    if (o == NULL)
        watchdog_step(l->harness.watchdog, PLACE_APART);
}

/* What the first rank of the load sends to its others in each step. */
struct step {
    int order; /* what to do after the step; ORDER_KEEP: the same */
    int runs;  /* number of calls in the next step of this load */
};

/* Makes a step of the load, or waits for the end of a step without load. */
static void step_make(const struct loads *l, struct load_open *o,
                      struct step *step)
{
    MPI_Request sent;

    if (o != NULL)
        step->runs =
            o->took < look_after && o->runs < RUNS_MOST ? 2 * o->runs : o->runs;
    MPI_Ibcast(step, 2, MPI_INT, 0, l->part, &sent);
    if (o == NULL) {
        patient_wait(&sent);
        return;
    }
    o->took = load_run(o, o->runs);
    watchdog_step(l->harness.watchdog, PLACE_CALL);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    o->runs = step->runs;
}

/* All ranks of the load must run it equally often. So the first rank sends what
 * comes after a step before it makes the step; the load does not wait for
 * that. */
void loads_serve(struct loads *l)
{
    MPI_Request taken = MPI_REQUEST_NULL;
    struct step step = {.order = ORDER_QUIET};
    int order = ORDER_QUIET, buffer;

    if (l->harness.rank == 0)
        MPI_Irecv(&buffer, 1, MPI_INT, 0, TAG_ORDER, l->all, &taken);
    watchdog_enter(l->harness.watchdog, "the load");
    watchdog_step(l->harness.watchdog, PLACE_APART);
    while (order != ORDER_END) {
        struct load_open *o = running(l, order);

        if (l->harness.rank == 0)
            step.order = order_take(l, o != NULL, &taken, &buffer);
        step_make(l, o, &step);
        if (step.order == ORDER_KEEP)
            continue;
        order = step.order;
        order_done(l, order);
    }
}

/* ---- orders of rank 0 ---------------------------------------------------- */

static int order_give(const struct loads *l, int order)
{
    int rc = MPI_Send(&order, 1, MPI_INT, l->lead, TAG_ORDER, l->all);
    int failed = MPI_SUCCESS;

    rc = first_of(rc, MPI_Recv(&failed, 1, MPI_INT, l->lead, TAG_READY, l->all,
                               MPI_STATUS_IGNORE));
    return first_of(rc, failed);
}

int loads_switch(struct loads *l, const struct variant *v)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->variants[i] == v)
            return order_give(l, (int)i);
    return order_give(l, ORDER_QUIET);
}

void loads_end(struct loads *l)
{
    order_give(l, ORDER_END);
}

/* ---- both sets of ranks -------------------------------------------------- */

static bool has_rank(const struct load_ranks *ranks, int rank)
{
    for (int i = 0; i < ranks->n; i++)
        if (ranks->rank[i] == rank)
            return true;
    return false;
}

static void variants_list(struct loads *l, const struct bench_case *cases,
                          size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct choice *c = cases[i].choice;

        for (size_t k = 0;
             (i == 0 || c != cases[i - 1].choice) && k < c->nvariants; k++)
            if (load_of(c->variants[k].algo) != NULL)
                XAPPEND(l->variants, l->n, &c->variants[k]);
    }
}

/* Returns the values of this set's ranks in an array of all ranks, malloced. */
static int *places_pick(const struct loads *l, const int *all, int size,
                        const struct load_ranks *ranks)
{
    int *own = all != NULL ? xcalloc((size_t)size, sizeof(*own)) : NULL;

    for (int i = 0, n = 0; own != NULL && i < size; i++)
        if (has_rank(ranks, i) == l->serves)
            own[n++] = all[i];
    return own;
}

/* Makes the harness of this rank's set. Gauges are read by neighbours together,
 * and a neighbour may be in the other set, so they are not read. */
static int harness_split(struct loads *l, const struct harness *h,
                         const struct load_ranks *ranks)
{
    int rc = MPI_Comm_split(h->comm, l->serves, h->rank, &l->part);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(l->part, MPI_ERRORS_RETURN);
    l->node = places_pick(l, h->places.node, h->size, ranks);
    l->switch_of = places_pick(l, h->places.switch_of, h->size, ranks);
    l->harness = *h;
    l->harness.comm = l->part;
    MPI_Comm_rank(l->part, &l->harness.rank);
    MPI_Comm_size(l->part, &l->harness.size);
    l->harness.neighbours = NULL;
    l->harness.arena = l->serves ? NULL : h->arena;
    l->harness.places = (struct op_places){l->node, l->switch_of};
    l->harness.loads = l->serves ? NULL : l;
    return MPI_SUCCESS;
}

int loads_open(struct loads *l, const struct harness *h,
               const struct load_ranks *ranks, const struct bench_case *cases,
               size_t n, char **cause)
{
    int rc;

    *l = (struct loads){
        .all = h->comm,
        .part = MPI_COMM_NULL,
        .serves = has_rank(ranks, h->rank),
        .lead = ranks->rank[0],
    };
    variants_list(l, cases, n);
    rc = agree_reason(h->comm, harness_split(l, h, ranks), cause);
    if (rc != MPI_SUCCESS)
        return rc;
    if (l->serves)
        l->open = xcalloc(l->n + 1, sizeof(*l->open));
    for (size_t i = 0; l->serves && i < l->n && rc == MPI_SUCCESS; i++)
        rc = load_open(&l->open[i], &l->harness, l->variants[i], cause);
    return agree_reason(h->comm, rc, cause);
}

void loads_close(struct loads *l)
{
    for (size_t i = 0; l->open != NULL && i < l->n; i++)
        load_close(&l->open[i]);
    if (l->part != MPI_COMM_NULL)
        MPI_Comm_free(&l->part);
    free(l->open);
    free(l->variants);
    free(l->node);
    free(l->switch_of);
    *l = (struct loads){0};
}
