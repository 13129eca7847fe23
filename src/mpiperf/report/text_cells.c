/* text_cells.c: what stands in a cell of the table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_cells.h"

#include <math.h>
#include "mpiperf/report/record.h"

void cell_op(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%s", w->res->c->choice->op->name);
}

void cell_algo(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%s", w->res->variant->label);
}

void cell_method(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%s", w->res->method->name);
}

void cell_procs(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%d", w->res->c->procs);
}

void cell_bytes(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%lld", (long long)w->res->c->bytes);
}

void cell_root(char *buf, const struct text_row *w)
{
    if (!(w->res->c->choice->op->flags & OP_ROOTED))
        snprintf(buf, CELL_SIZE, "-");
    else if (w->res->c->rotate)
        snprintf(buf, CELL_SIZE, "rotate");
    else
        snprintf(buf, CELL_SIZE, "%d", w->res->c->root);
}

void cell_datatype(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%s", w->res->c->dtype->name);
}

void cell_launches(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%ld", w->res->launches);
}

void cell_valid(char *buf, const struct text_row *w)
{
    snprintf(buf, CELL_SIZE, "%zu", w->res->times.n);
}

void cell_used(char *buf, const struct text_row *w)
{
    if (result_has_figures(w->res))
        snprintf(buf, CELL_SIZE, "%zu", w->res->summary.used);
    else
        snprintf(buf, CELL_SIZE, "n/a");
}

/* An error has digits of its own. */
void cell_se(char *buf, const struct text_row *w)
{
    double se = result_has_figures(w->res) ? w->res->summary.se : NAN;

    digits_plain(buf, 1e6 * se);
}

void cell_error(char *buf, const struct text_row *w)
{
    double error = result_has_figures(w->res) ? w->res->summary.error : NAN;

    digits_plain(buf, 1e6 * error);
}

void cell_rse(char *buf, const struct text_row *w)
{
    double rse = result_has_figures(w->res) ? w->res->summary.rse : NAN;

    digits_print(buf, 100.0 * rse, rse < 0.01 ? 2 : rse < 0.1 ? 1 : 0);
}

/* A rate has digits and an interval of its own, neither that of the times. A
 * launch that does something else besides has none. */
static void put_rate(char *buf, const struct text_row *w, struct rate rate,
                     double unit)
{
    if (w->res->c->choice->op->traffic == NULL ||
        w->res->variant->algo->compute != NULL)
        snprintf(buf, CELL_SIZE, "-");
    else
        digits_print(buf, rate.value / unit,
                     digits_decimals(rate.value / unit,
                                     (rate.hi - rate.lo) / 2.0 / unit));
}

void cell_bandwidth(char *buf, const struct text_row *w)
{
    put_rate(buf, w, result_bandwidth(w->res), 1e6);
}

void cell_message_rate(char *buf, const struct text_row *w)
{
    put_rate(buf, w, result_message_rate(w->res), 1.0);
}

void cell_vs(char *buf, const struct text_row *w)
{
    const struct ratio *vs = &w->res->vs;

    if (!result_has_figures(w->res))
        snprintf(buf, CELL_SIZE, "n/a");
    else if (w->res->baseline != NULL)
        digits_interval(buf, vs->ratio, vs->lo, vs->hi);
    else
        snprintf(buf, CELL_SIZE, w->is_baseline ? "1.00" : "n/a");
}

/* Tenths of a percent, without a sign on what is none. */
static double tenths(double share)
{
    return round(1e3 * share) / 10.0 + 0.0;
}

/* A share that is near 0 needs no more digits than others. */
void cell_hidden(char *buf, const struct text_row *w)
{
    const struct ratio *h = &w->res->hidden;

    if (w->res->variant->algo->compute == NULL)
        snprintf(buf, CELL_SIZE, "-");
    else if (!result_has_figures(w->res) || isnan(h->ratio))
        snprintf(buf, CELL_SIZE, "n/a");
    else if (isnan(h->lo))
        snprintf(buf, CELL_SIZE, "%.1f", tenths(h->ratio));
    else
        snprintf(buf, CELL_SIZE, "%.1f [%.1f, %.1f]", tenths(h->ratio),
                 tenths(h->lo), tenths(h->hi));
}

/* Seconds in the record, microseconds here. */
void cell_time(char *buf, const struct text_row *w, size_t offset)
{
    const char *at = (const char *)w->res + offset;
    double x = result_has_figures(w->res) ? *(const double *)at : NAN;

    digits_print(buf, 1e6 * x, w->decimals);
}
