/* early.h: the command line as far as it can be understood before MPI_Init. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_EARLY_H
#define MPIPERF_EARLY_H

#include "lib/option_rows.h"

/* The command line, parsed without the options of plug-ins: MPI_Init and the
 * loading of plug-ins depend on it. Words that are not understood are kept as
 * operands; errors are left to options_parse(). */
struct early {
    int argc;
    char **argv; /* belongs to the caller */
    struct option_row *rows;
    struct option_line line;
};

void early_parse(struct early *e, int argc, char **argv);
void early_free(struct early *e);

#endif /* MPIPERF_EARLY_H */
