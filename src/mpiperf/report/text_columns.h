/* text_columns.h: the columns of the table: titles, widths, cells. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_COLUMNS_H
#define MPIPERF_TEXT_COLUMNS_H

#include <stdbool.h>
#include <stdio.h>
#include "mpiperf/report/report.h"

/* A row being printed. */
struct text_row {
    const struct report *r;
    const struct result *res;
    bool is_baseline; /* others of the case are compared with it */
    int decimals;  /* of its times */
};

/* Is there anything to compare, and so a column for it? */
bool text_compares(const struct options *o);
/* Are there bandwidths and message rates? */
bool text_has_rates(const struct options *o);
/* Does an algorithm hide an operation behind something else? */
/* Is there a method or an arrival pattern whose times by the global clock say
 * more? */
bool text_has_views(const struct options *o);
bool text_hides(const struct options *o);
/* The line of titles. */
void text_header(FILE *f, const struct options *o);
/* The cells of a row, without the end of the line. */
void text_cells(FILE *f, const struct text_row *w);

#endif /* MPIPERF_TEXT_COLUMNS_H */
