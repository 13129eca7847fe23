/* operands_figures.c: traffic and figures of a pass, into its rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/operands.h"

#include <math.h>
#include "measure/results.h"
#include "ops/figures.h"

/* Of this rank's values what the figure wants of all ranks'. */
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

static int life_figures(MPI_Comm comm, const struct lifecycle *life,
                        void *state, const struct op_args *a, double *values)
{
    int rc = MPI_SUCCESS;

    if (life->pass_figures != NULL)
        life->pass_figures(state, a, values);
    for (size_t i = 0; i < figures_count(life->figures) && rc == MPI_SUCCESS;
         i++)
        if (!life->figures[i].launch && life->figures[i].derive == NULL)
            rc = figure_gather(comm, &life->figures[i], &values[i]);
    return rc;
}

/* Of one variant, under all methods. */
static int variant_figures(struct operands *v, size_t i, struct result *results)
{
    const struct choice *choice = v->c->choice;
    const struct lifecycle *op = &choice->op->life,
                           *own = &choice->variants[i].algo->life;
    size_t nop = figures_count(op->figures);
    double values[2 * FIGURES_MAX];
    int rc;

    for (size_t f = 0; f < 2 * FIGURES_MAX; f++)
        values[f] = NAN;
    rc = life_figures(v->b->control, op, v->variants[i].args.state,
                      &v->variants[i].args, values);
    if (rc == MPI_SUCCESS)
        rc = life_figures(v->b->control, own, v->variants[i].state,
                          &v->variants[i].args, values + nop);
    for (size_t j = i; v->b->h->rank == 0 && j < case_rows(v->b->o, v->c);
         j += choice->nvariants)
        for (size_t f = 0; f < results[j].nfigures; f++)
            results[j].figures[f].value = values[f];
    return rc;
}

int operands_figures(struct operands *v, struct result *results)
{
    const struct op *op = v->c->choice->op;
    double mine[2] = {0, 0}, all[2] = {0, 0};
    int rc = MPI_SUCCESS;

    if (op->traffic != NULL) {
        struct traffic t = op->traffic(&v->args);

        mine[0] = t.messages;
        mine[1] = t.bytes;
        rc = MPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, 0, v->b->control);
    }
    /* A time that is not all communication gives no bandwidth. */
    for (size_t i = 0; v->b->h->rank == 0 && i < case_rows(v->b->o, v->c); i++)
        if (!results[i].has_compute)
            results[i].traffic = (struct traffic){all[0], all[1]};
    for (size_t i = 0; i < v->c->choice->nvariants && rc == MPI_SUCCESS; i++)
        if (v->variants[i].usable)
            rc = variant_figures(v, i, results);
    return rc;
}
