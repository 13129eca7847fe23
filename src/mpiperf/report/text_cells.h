/* text_cells.h: what stands in a cell of the table. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_CELLS_H
#define MPIPERF_TEXT_CELLS_H

#include "mpiperf/report/columns.h"

/* A text or a whole number as it is; seconds as microseconds; and cells of one
 * column each. */
text_cell_fn cell_value, cell_time, cell_error, cell_rse, cell_root,
    cell_bandwidth, cell_message_rate, cell_hidden;
/* Times in microseconds. */
void cell_figure(const struct row *w, const struct figure *figure);

#endif /* MPIPERF_TEXT_CELLS_H */
