/* foreign_names.h: translates names of MPI, other benchmarks, launchers and
 * earlier versions to mpiperf's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FOREIGN_NAMES_H
#define MPIPERF_FOREIGN_NAMES_H

#include "lib/option_rows.h"
#include "ops/registry.h"

/* Returns "osu_latency is pingpong; ...", malloced, if another benchmark or MPI
 * has an operation of this name; else NULL. */
char *foreign_operation(const struct registry *r, const char *name);

/* Returns "MPI_SUM is sum", malloced, if MPI or another program has this name
 * for a row of the table; else NULL. */
char *foreign_row(const void *table, const char *name);

/* Returns a text, malloced, about the replacement of this parameter or value of
 * an earlier version; else NULL. parameter: OWNER.NAME. */
char *removed_parameter(const char *parameter, const char *value);

/* Returns such a text, malloced, for the command line's first option that is
 * not in `rows` and belongs to another benchmark or a launcher; else NULL. */
char *foreign_option(const struct option_row *rows, int argc, char **argv);

#endif /* MPIPERF_FOREIGN_NAMES_H */
