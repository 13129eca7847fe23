/* model.c: the cost model of section 5 and what follows from it. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pure functions of four numbers of a machine; shmbcast_model.h has the
 * formulas.
 */
#include "shmbcast_model.h"

#include <math.h>

struct shmbcast_model shmbcast_model_paper(void)
{
    return (struct shmbcast_model){
        .t = 1e-9,
        .tw = 50e-9,
        .two = 100e-9,
        .ta = 10e-9,
    };
}

/* Whole ones of [part] in [whole]; sizes such as f (b / f) are off b by a
 * rounding, which is not one more. */
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

double shmbcast_model_rule_f(double b, double page)
{
    return ceil(sqrt(b) / page) * page;
}

double shmbcast_model_s_for_f(double f, double m)
{
    return ceil(m / f);
}

double shmbcast_model_f_for_s(const struct shmbcast_model *model, double s,
                              double m, double page)
{
    double f = sqrt(m * model->tw / model->t);

    return ceil(fmax(f, m / s) / page) * page;
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
