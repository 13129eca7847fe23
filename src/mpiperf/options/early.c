/* early.c: parses the command line before MPI_Init. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/early.h"

#include <stdlib.h>

#include "mpiperf/options/options_table.h"

void early_parse(struct early *e, int argc, char **argv)
{
    struct registry own;

    registry_open(&own);
    *e = (struct early){argc, argv, option_rows(&own), {0}};
    registry_close(&own);
    option_line_scan(&e->line, e->rows, argc, argv, NULL);
}

void early_free(struct early *e)
{
    option_line_free(&e->line);
    free(e->rows);
    *e = (struct early){0};
}
