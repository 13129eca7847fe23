/* text_cells.h: what stands in a cell of the table. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_CELLS_H
#define MPIPERF_TEXT_CELLS_H

#include <stddef.h>
#include "lib/digits.h"
#include "mpiperf/report/text_columns.h"

enum { CELL_SIZE = DIGITS_INTERVAL_SIZE + 64 };

/* Fills buf, of CELL_SIZE. */
typedef void text_cell_fn(char *buf, const struct text_row *w);

text_cell_fn cell_op, cell_algo, cell_method, cell_procs, cell_bytes, cell_root,
    cell_datatype, cell_launches, cell_valid, cell_used, cell_se, cell_error,
    cell_rse, cell_bandwidth, cell_message_rate, cell_vs, cell_hidden;
/* The time at `offset` in the result. */
void cell_time(char *buf, const struct text_row *w, size_t offset);

#endif /* MPIPERF_TEXT_CELLS_H */
