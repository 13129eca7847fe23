/* describe.h: what was run on what, and what of it changes the reading. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_DESCRIBE_H
#define COMPARE_DESCRIBE_H

#include <stdio.h>
#include "compare/view.h"

/* "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 53 runs in 59 s";
 * malloced. */
char *describe_title(const struct view *v);

/* What the sides do not have in common, a line each: words of the command line,
 * MPI, environment, machine. An array of texts; a new reference. */
json_t *describe_sides(const struct table *t);

/* What the runs of one side do not have in common, which have to be alike;
 * likewise. */
json_t *describe_within(const struct table *t);

/* Sentences on what changes the reading of the view; likewise. */
json_t *describe_warnings(const struct view *v);

/* NULL, or why a run cannot go on in a table with those of its side, malloced:
 * another program, or another command line. */
char *describe_refuse(const struct run *run, const json_t *words,
                      const json_t *program);

#endif /* COMPARE_DESCRIBE_H */
