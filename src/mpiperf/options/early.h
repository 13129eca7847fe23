/* early.h: the command line as far as it can be understood before MPI_Init, and
 * what has to be the same on all ranks. */
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

/*
 * Returns what has to be the same on all ranks, malloced, as pairs
 * "KEY\0VALUE\0" of *length bytes in all: the program's version; the options
 * and the operands; the variables of the environment, which ends with NULL,
 * that choose algorithms of the MPI library; and the working directory if an
 * option names a file relative to it.
 */
char *facts_text(const struct early *e, char *const *environment,
                 size_t *length);

/* Returns the first difference between the facts of this rank and of rank 0, as
 * "rank 1 has '--size=64Ki', rank 0 has '--size=8'", malloced; NULL: they have
 * none. Pure. */
char *facts_differ(const char *mine, size_t length, int rank, const char *first,
                   size_t first_length);

#endif /* MPIPERF_EARLY_H */
