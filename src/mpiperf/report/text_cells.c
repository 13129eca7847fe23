/* text_cells.c: what stands in a cell of the table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_cells.h"

#include <math.h>
#include <string.h>
#include "lib/digits.h"
#include "mpiperf/report/figures.h"

static double number(const struct row *w)
{
    return json_is_number(w->value) ? json_number_value(w->value) : NAN;
}

static void put_digits(const struct row *w, double x, int decimals)
{
    char buf[DIGITS_SIZE];

    table_cell(w->table, "%s", digits_print(buf, x, decimals));
}

void cell_value(const struct row *w)
{
    if (json_is_integer(w->value))
        table_cell(w->table, "%" JSON_INTEGER_FORMAT,
                   json_integer_value(w->value));
    else
        table_cell(w->table, "%s",
                   json_is_string(w->value) ? json_string_value(w->value)
                                            : "n/a");
}

/* Seconds in the record, microseconds here. */
void cell_time(const struct row *w)
{
    put_digits(w, 1e6 * number(w), w->decimals);
}

/* An error has digits of its own. */
void cell_error(const struct row *w)
{
    double us = 1e6 * number(w);

    put_digits(w, us, digits_decimals(us, NAN));
}

void cell_rse(const struct row *w)
{
    double rse = number(w);

    put_digits(w, 100.0 * rse, rse < 0.01 ? 2 : rse < 0.1 ? 1 : 0);
}

void cell_root(const struct row *w)
{
    if (!(w->res->c->choice->op->flags & OP_ROOTED))
        table_cell(w->table, "-");
    else if (w->res->c->rotate)
        table_cell(w->table, "rotate");
    else
        cell_value(w);
}

/* A rate has digits and an interval of its own, neither that of the times. A
 * launch that does something else besides has none. */
static void put_rate(const struct row *w, struct rate rate, double unit)
{
    if (w->res->c->choice->op->traffic == NULL || w->res->has_compute)
        table_cell(w->table, "-");
    else
        put_digits(w, rate.value / unit,
                   digits_decimals(rate.value / unit,
                                   (rate.hi - rate.lo) / 2.0 / unit));
}

void cell_bandwidth(const struct row *w)
{
    put_rate(w, result_bandwidth(w->res), 1e6);
}

void cell_message_rate(const struct row *w)
{
    put_rate(w, result_message_rate(w->res), 1.0);
}

/* Tenths of a percent, without a sign on what is none. */
static double tenths(double share)
{
    return round(1e3 * share) / 10.0 + 0.0;
}

/* A share that is near 0 needs no more digits than others. */
void cell_hidden(const struct row *w)
{
    const struct ratio *h = &w->res->hidden;

    if (!w->res->has_compute)
        table_cell(w->table, "-");
    else if (!result_has_figures(w->res) || isnan(h->ratio))
        table_cell(w->table, "n/a");
    else if (isnan(h->lo))
        table_cell(w->table, "%.1f", tenths(h->ratio));
    else
        table_cell(w->table, "%.1f [%.1f, %.1f]", tenths(h->ratio),
                   tenths(h->lo), tenths(h->hi));
}

static double figure_scale(const struct figure *figure)
{
    return strcmp(figure->unit, "s") == 0 ? 1e6 : 1.0;
}

void cell_figure(const struct row *w, const struct figure *figure)
{
    for (size_t i = 0; i < w->res->nfigures; i++)
        if (figure_same(w->res->figures[i].figure, figure)) {
            double x = w->res->figures[i].value * figure_scale(figure);

            put_digits(w, x, x == rint(x) ? 0 : digits_decimals(x, NAN));
            return;
        }
    table_cell(w->table, result_has_figures(w->res) ? "-" : "n/a");
}
