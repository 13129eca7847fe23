/* options_table.h: the rows of all options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* Returns the rows of all options, including those of operations, in the order
 * of --help; free the array with free(). A test compares them with the
 * manual. */
struct option_row *option_rows(const struct registry *r);

/* Prints the help, including the options of all operations. */
void options_help(FILE *f, const struct options *o);

#endif /* MPIPERF_OPTIONS_TABLE_H */
