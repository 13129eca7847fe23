/* early.h: parses the command line before MPI_Init, as far as possible, and
 * lists what must be equal on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_EARLY_H
#define MPIPERF_EARLY_H

#include <jansson.h>
#include "lib/option_rows.h"
#include "mpiperf/options/foreign.h"

/* The command line, translated if it is another benchmark's (of several: the
 * first one), and parsed without the options of plug-ins: MPI_Init, and then
 * loading the plug-ins, depend on it. Unknown words are kept as operands;
 * reporting errors is left to options_parse(). */
struct early {
    struct foreign_lines words;
    char *cause; /* error of the translation, malloced; or NULL */
    struct option_row *rows;
    struct option_line line;
};

void early_parse(struct early *e, int argc, char *const *argv);
void early_free(struct early *e);

/* Returns what must be equal on all ranks, {KEY: VALUE}, a new reference: the
 * version of the program; options and operands; those environment variables
 * that choose algorithms of the MPI library; and the working directory if an
 * option names a file relative to it. `environment` is NULL-terminated. */
json_t *facts(const struct early *e, char *const *environment);

/* Returns the first difference between the facts of this rank and those of rank
 * 0, malloced: "rank 1 has '--size=64Ki', rank 0 has '--size=8'"; NULL if there
 * is none. Pure. */
char *facts_differ(json_t *mine, int rank, json_t *first);

#endif /* MPIPERF_EARLY_H */
