/* pass_open.c: opens and closes arguments, buffers, the operation and its
 * algorithms for the launches of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "measure/memory.h"
#include "mpi/agree.h"
#include "ops/layout.h"
#include "ops/setup.h"

/* Returns where the ranks of the session's communicator are. */
static struct op_places places_of(const struct session *b)
{
    const struct op_places *all = &b->h->places;
    int first = b->h->rank - b->rank; /* groups are consecutive ranks */

    return (struct op_places){
        .node = all->node != NULL ? all->node + first : NULL,
        .switch_of = all->switch_of != NULL ? all->switch_of + first : NULL,
    };
}

static void operands_init(struct open_pass *v, const struct session *b,
                          struct case_state *t)
{
    const struct bench_case *c = t->c;
    const struct op *op = c->choice->op;
    const struct redop *redop = c->called.redop;

    *v = (struct open_pass){
        .b = b,
        .t = t,
        .variants = xcalloc(c->choice->nvariants, sizeof(*v->variants)),
        .buffers.win = MPI_WIN_NULL,
    };
    v->args = (struct op_args){
        .count = c->count,
        .type = MPI_DATATYPE_NULL,
        .type_size = c->dtype->size,
        .op = redop->function == NULL ? redop->mpi : MPI_OP_NULL,
        .root = op->flags & OP_ROOTED ? c->root : 0,
        .round = c->round,
        .places = places_of(b),
        .rank = b->rank,
        .size = b->size,
        .comm = b->comm,
        .groups = c->called.groups,
        .clock = &b->h->clock,
        .params = c->choice->values,
        .digest = c->choice->content.digest,
        .win = MPI_WIN_NULL,
        .nthreads = b->o->threads,
        .in_place = c->called.in_place && op->in_place != IN_PLACE_NOT,
    };
    t->repeats = op->repeats != NULL ? op->repeats(&v->args) : 1;
}

/* Creates data type, reduction operation and messages; if this fails on one
 * rank, it fails on all. */
static int arguments_open(struct open_pass *v, char **cause)
{
    const struct op *op = v->b->choice->op;
    const struct dtype *t = v->t->c->dtype;
    const struct redop *redop = v->t->c->called.redop;
    MPI_Comm control = v->b->control;
    struct op_args *args = &v->args;
    bool large;
    int rc = MPI_SUCCESS;

    args->type = t->create == NULL ? t->mpi : MPI_DATATYPE_NULL;
    if (t->create != NULL)
        rc = t->create(&args->type);
    if (rc == 0 && redop->function != NULL)
        rc = MPI_Op_create(redop->function, redop->commute, &args->op);
    rc = agree_reason(control, rc, cause);
    if (rc == 0)
        rc = agree_reason(control, setup_edges(op, args, cause), cause);
    if (rc != 0)
        return rc;
    rc = layout_open(args, op, &v->t->c->called.counts, t);
    if (rc != 0)
        *cause = xstrdup("buffers larger than the address space");
    else
        rc = types_open(args, op);
    rc = agree_reason(control, rc, cause);
    if (rc != 0)
        return rc;
    /* if one rank needs the large-count function, all ranks call it */
    large = args->large;
    MPI_Allreduce(&large, &args->large, 1, MPI_C_BOOL, MPI_LOR, control);
    *cause = setup_call(op, args);
    return *cause != NULL ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* If variants cannot run this case, stores the reasons in their rows. If none
 * can, sets *cause to the last reason, malloced, and returns an error. */
static int variants_refuse(struct open_pass *v, char **cause)
{
    const char *last = "";
    bool any = false;

    for (size_t i = 0; i < v->b->choice->nvariants; i++) {
        const char *why = setup_algo(v->b->choice->variants[i].algo, &v->args);

        v->variants[i].usable = why == NULL && v->b->reasons[i] == NULL;
        any |= why == NULL;
        if (why == NULL)
            continue;
        last = why;
        case_state_refuse(v->t, i, why);
    }
    if (any)
        return MPI_SUCCESS;
    *cause = xstrdup(last);
    return MPI_ERR_OTHER;
}

static ticks_t opening(const struct open_pass *v, const char *algo)
{
    MPI_Barrier(v->b->control);
    watchdog_algo(v->b->h->watchdog, algo, PLACE_OPENING);
    return clock_read(&v->b->h->clock);
}

/* Returns the seconds since t0 on the slowest rank. */
static double opened(const struct open_pass *v, ticks_t t0)
{
    const struct clock *clock = &v->b->h->clock;
    double mine = clock_seconds(clock, clock_read(clock) - t0), most = NAN;

    watchdog_step(v->b->h->watchdog, PLACE_BEFORE);
    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, v->b->control);
    return most;
}

/* Stores the opening time in the rows of the variant. */
static void set_open(const struct case_state *t, size_t i, double seconds)
{
    for (; t->results != NULL && i < t->n; i += t->c->choice->nvariants)
        t->results[i].pass.open = seconds;
}

/* Opens variant i. If this fails, only this variant gets no results. */
static void variant_open(struct open_pass *v, size_t i, double op_seconds)
{
    const struct variant *variant = &v->b->choice->variants[i];
    const struct algo *algo = variant->algo;
    struct open_variant *own = &v->variants[i];
    char *cause = NULL;
    ticks_t t0;
    int rc;

    own->args = v->args;
    own->state = v->b->states[i];
    if (algo == &algo_native)
        set_open(v->t, i, op_seconds);
    if (!own->usable || algo->life.open == NULL)
        return;
    t0 = opening(v, variant->label);
    rc = algo->life.open(&own->state, &own->args, &cause);
    own->is_open = true;
    set_open(v->t, i, opened(v, t0));
    if (agree_reason(v->b->control, rc, &cause) == 0)
        return;
    own->usable = false;
    case_state_refuse(v->t, i, cause);
    free(cause);
}

bool pass_open(struct open_pass *v, const struct session *b,
               struct case_state *t)
{
    const struct op *op = b->choice->op;
    double seconds = NAN;
    char *cause = NULL;
    ticks_t t0;
    int rc;

    operands_init(v, b, t);
    for (size_t i = 0; i < b->choice->nvariants; i++)
        if (b->reasons[i] != NULL)
            case_state_refuse(t, i, b->reasons[i]);
    rc = arguments_open(v, &cause);
    if (rc == 0)
        rc = variants_refuse(v, &cause);
    if (rc == 0)
        rc = memory_open(&v->buffers, b, t->c, &v->args, &cause);
    v->args.win = v->buffers.win;
    if (rc == 0) {
        t0 = opening(v, NULL);
        rc = setup_open(op, &v->args, &v->buffers, &cause);
        seconds = opened(v, t0);
        rc = agree_reason(b->control, rc, &cause);
    }
    if (op->life.open == NULL &&
        (v->args.call == NULL || v->args.call->init == NULL))
        seconds = NAN; /* there was nothing to open */
    for (size_t i = 0; rc == 0 && i < b->choice->nvariants; i++)
        variant_open(v, i, seconds);
    if (rc != 0)
        case_state_fail(t, cause != NULL ? cause : "cannot be opened");
    free(cause);
    return rc == 0;
}

void pass_close(struct open_pass *v)
{
    const struct choice *choice = v->b->choice;

    for (size_t i = choice->nvariants; i-- > 0;) {
        const struct algo *algo = choice->variants[i].algo;

        if (v->variants[i].is_open && algo->life.close != NULL)
            algo->life.close(v->variants[i].state, &v->variants[i].args);
    }
    free(v->variants);
    setup_close(choice->op, &v->args, &v->buffers);
    buffers_close(&v->buffers);
    types_close(&v->args);
    layout_close(&v->args);
    if (v->t->c->called.redop->function != NULL && v->args.op != MPI_OP_NULL)
        MPI_Op_free(&v->args.op);
    if (v->t->c->dtype->create != NULL && v->args.type != MPI_DATATYPE_NULL)
        MPI_Type_free(&v->args.type);
}

/* Reduces a figure over all ranks: to the maximum, sum, or rank 0's value. */
static int figure_gather(MPI_Comm comm, const struct figure *f, double *value)
{
    static const MPI_Op ops[] = {[FIGURE_MAX] = MPI_MAX,
                                 [FIGURE_SUM] = MPI_SUM,
                                 [FIGURE_RANK0] = MPI_SUM};
    double mine = *value;
    int rank;

    MPI_Comm_rank(comm, &rank);
    if (f->over == FIGURE_RANK0 && rank != 0)
        mine = 0;
    return MPI_Reduce(&mine, value, 1, MPI_DOUBLE, ops[f->over], 0, comm);
}

/* Reduces the figures of one variant and stores them in its rows. */
static int variant_figures(struct open_pass *v, size_t i)
{
    const struct choice *choice = v->b->choice;
    struct open_variant *own = &v->variants[i];
    const struct lifecycle *lives[] = {&choice->op->life,
                                       &choice->variants[i].algo->life};
    void *states[] = {own->args.state, own->state};
    double values[2 * FIGURES_MAX], *x = values;
    struct case_state *t = v->t;
    int rc = MPI_SUCCESS;

    for (size_t f = 0; f < 2 * FIGURES_MAX; f++)
        values[f] = NAN;
    for (int k = 0; k < 2; k++) {
        const struct figure *f = lives[k]->figures;

        if (lives[k]->pass_figures != NULL)
            lives[k]->pass_figures(states[k], &own->args, x);
        for (size_t n = figures_count(f); n > 0; n--, f++, x++)
            if (!f->launch && f->derive == NULL && rc == MPI_SUCCESS)
                rc = figure_gather(v->b->control, f, x);
    }
    for (; t->results != NULL && i < t->n; i += choice->nvariants)
        memcpy(t->results[i].pass.figures, values, sizeof(values));
    return rc;
}

int pass_figures(struct open_pass *v)
{
    const struct op *op = v->b->choice->op;
    double mine[2] = {0, 0}, all[2] = {0, 0};
    struct case_state *t = v->t;
    int rc = MPI_SUCCESS;

    if (op->traffic != NULL) {
        struct traffic own = op->traffic(&v->args);

        mine[0] = own.messages * threads_count(&v->args);
        mine[1] = own.bytes * threads_count(&v->args);
        rc = MPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, 0, v->b->control);
    }
    /* If the time includes computation, a bandwidth has no meaning. */
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        if (!t->results[i].has_compute)
            t->results[i].traffic = (struct traffic){all[0], all[1]};
    for (size_t i = 0; i < v->b->choice->nvariants && rc == MPI_SUCCESS; i++)
        if (v->variants[i].usable)
            rc = variant_figures(v, i);
    return rc;
}
