/* model.c: the cost model of section 5, and parameters derived from it. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* Pure functions of a machine's four numbers; see shmbcast_model.h. */
#include "shmbcast_tune.h"

#include <math.h>
#include <unistd.h>

#include "team.h"

struct shmbcast_model shmbcast_model_paper(void)
{
    return (struct shmbcast_model){
        .t = 1e-9,
        .tw = 50e-9,
        .two = 100e-9,
        .ta = 10e-9,
    };
}

/* Returns ceil(whole / part). Tolerates rounding errors: f (b / f) may exceed b
 * slightly, which must not add 1. */
static double count(double whole, double part)
{
    return ceil(whole / part * (1 - 1e-12));
}

double shmbcast_model_time(const struct shmbcast_model *model, double f,
                           double s, double q, double m)
{
    double fragments = count(m, f), rounds = count(m, f * s);
    double enter = model->two + model->ta, fill = f * model->t;

    if (s <= 1)
        return fragments * (enter + model->tw) + 2 * m * model->t;
    if (m <= f)
        return enter + model->tw + 2 * m * model->t;
    if (rounds > 1 && q > 1)
        enter = q * rounds * enter + fill;
    else
        enter = rounds * (enter + fill);
    return enter + fragments * model->tw + m * model->t;
}

double shmbcast_model_best_f(const struct shmbcast_model *model, double b,
                             double m)
{
    return sqrt(m / count(m, b) * model->tw / model->t);
}

struct shmbcast_table1_cell shmbcast_model_table1(int row, int col)
{
    const double mib = 1024.0 * 1024.0;
    struct shmbcast_table1_cell cell = {.f = 4096.0 * (row + 1)};

    cell.k = ldexp(1, col + 1);
    cell.s = cell.f / cell.k;
    cell.b = cell.f * cell.s;
    cell.size_class = cell.b < 10 * mib    ? SHMBCAST_SMALL
                      : cell.b < 100 * mib ? SHMBCAST_MEDIUM
                                           : SHMBCAST_LARGE;
    return cell;
}

/* Share of a core's memory that a queue may use. */
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

void shmbcast_params_choose(struct shmbcast_params *p,
                            const struct shmbcast_model *model, double budget)
{
    double page = (double)sb_page_size(), q = fmax(p->q, 1);

    if (p->f == SHMBCAST_F_MODEL) {
        double best = shmbcast_model_best_f(model, budget, budget);
        double f = ceil(best / page) * page;

        if (p->s != SHMBCAST_S_MODEL) /* each buffer also has a control page */
            f = fmin(f, floor(budget / p->s / page - 1) * page);
        p->f = (size_t)fmin(fmax(f, page), (double)SHMBCAST_F_MAX);
    }
    if (p->s == SHMBCAST_S_MODEL) {
        double s = floor(budget / ((double)p->f + page) / q) * q;

        p->s = (int)fmin(fmax(s, q), floor(SHMBCAST_S_MAX / q) * q);
    }
}
