/* conditions.h: names of MPI libraries and processors, and conditions of a
 * case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_CONDITIONS_H
#define VERDICT_CONDITIONS_H

#include <stdio.h>
#include "compare/table.h"

/* Prints fields that distinguish the row's family from others, and fields with
 * unusual values: ", datatype double, in place". */
void describe_conditions(FILE *f, const struct table *t, const struct row *row);

/* Return malloced texts: "Open MPI 4.1.4" for a record with "Open MPI v4.1.4,
 * package: ...", "MPICH 4.0.2" for "MPICH Version: 4.0.2"; the processor's name
 * without trademarks and frequency. */
char *mpi_text(const json_t *run);
char *cpu_text(const json_t *run);

#endif /* VERDICT_CONDITIONS_H */
