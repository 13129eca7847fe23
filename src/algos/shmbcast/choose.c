/* choose.c: parameters that are left to the model, or to trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "shmbcast_tune.h"

#include <math.h>
#include <unistd.h>

#include "team.h"
#include "tune.h"

/* Share of the memory per core that a queue may take. */
static const double SHARE = 0.01;

double shmbcast_budget(void)
{
    double pages = (double)sysconf(_SC_PHYS_PAGES);
    double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);

    return SHARE * pages * (double)sb_page_size() / fmax(cores, 1);
}

bool shmbcast_params_modelled(const struct shmbcast_params *p)
{
    return p->f == SHMBCAST_F_MODEL || p->s == SHMBCAST_S_MODEL;
}

bool shmbcast_params_tuned(const struct shmbcast_params *p)
{
    return p->f == SHMBCAST_F_TUNED || p->s == SHMBCAST_S_TUNED ||
           p->q == SHMBCAST_Q_TUNED || p->tree == SHMBCAST_TREE_TUNED;
}

/* f* = sqrt(b tW / t): a message that fills the queue. */
static double best_f(const struct shmbcast_model *model, double budget)
{
    return shmbcast_model_best_f(model, budget, budget);
}

void shmbcast_params_choose(struct shmbcast_params *p,
                            const struct shmbcast_model *model, double budget)
{
    double page = (double)sb_page_size(), q = fmax(p->q, 1);

    if (p->f == SHMBCAST_F_MODEL) {
        double f = ceil(best_f(model, budget) / page) * page;

        if (p->s != SHMBCAST_S_MODEL) /* with a control page each */
            f = fmin(f, floor(budget / p->s / page - 1) * page);
        p->f = (size_t)fmin(fmax(f, page), (double)SHMBCAST_F_MAX);
    }
    if (p->s == SHMBCAST_S_MODEL) {
        struct shmbcast_params first = *p;
        double s;

        shmbcast_params_first(&first);
        s = floor(budget / ((double)first.f + page) / q) * q;

        p->s = (int)fmin(fmax(s, q), floor(SHMBCAST_S_MAX / q) * q);
    }
}

int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning)
{
    struct shmbcast_tuning t = {.budget = shmbcast_budget()};
    struct shmbcast_params chosen;
    int rc = shmbcast_calibrate(comm, params, &t.model);

    if (rc != MPI_SUCCESS)
        return rc;
    t.best_f = best_f(&t.model, t.budget);
    t.best_s = t.budget / t.best_f;
    chosen = *params;
    shmbcast_params_choose(&chosen, &t.model, t.budget);
    if (shmbcast_params_tuned(&chosen))
        rc = sb_tune(comm, &chosen, &t);
    if (rc != MPI_SUCCESS)
        return rc;
    *params = chosen;
    *tuning = t;
    return MPI_SUCCESS;
}
