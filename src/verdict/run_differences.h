/* run_differences.h: what differs between the conditions of runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_RUN_DIFFERENCES_H
#define VERDICT_RUN_DIFFERENCES_H

#include "compare/table.h"

/* Returns lines on the differences between sides: command line, MPI,
 * environment, machine. An array of texts, a new reference. */
json_t *describe_sides(const struct table *t);

/* True if the first runs of both sides used the same build of mpiperf. */
bool describe_same_build(const struct table *t, long side, long other);

/* Returns the first difference between runs that makes their times
 * incomparable: MPI, processor, placement of ranks; malloced. NULL if none. */
char *describe_machines(const struct table *t);

/* Appends warnings about differences between the runs of one side. */
void describe_within(json_t *all, const struct table *t);

/* Appends a formatted text to an array of texts. */
void describe_add(json_t *all, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the words of the run's command line without output options; they
 * belong to the record. Free the array with free(). */
const char **describe_words(const struct run *run, size_t *n);

#endif /* VERDICT_RUN_DIFFERENCES_H */
