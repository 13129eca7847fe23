/* bounds.h: upper bounds on the times of cases. They are computed from runs at
 * the acceptance of a machine; later runs are judged by them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BOUNDS_H
#define COMPARE_BOUNDS_H

#include <jansson.h>

struct table;

enum { BOUNDS_RUNS = 10 }; /* minimum number of runs behind a bound */

/* Result of --accept. The values are exit statuses and equal those of a
 * gate. */
enum acceptance { ACCEPT_PASS = 0, ACCEPT_FAIL = 1, ACCEPT_ERROR = 5 };

/* Returns the content of a file of bounds for all rows, malloced. *cause
 * becomes NULL, or why it is incomplete, malloced. */
char *bounds_text(const struct table *t, char **cause);

/* Reads a file of bounds: an array of its lines, a new reference. Returns NULL,
 * with *cause malloced, if it is no such file, or if the `run` record is of
 * another number of ranks or nodes, MPI library or processor. */
json_t *bounds_open(const char *file, const json_t *run, char **cause);

/* Judges the records of a run: FAIL if a time exceeds its bound, ERROR if a
 * bound's case has no time. *text, malloced, names the case. */
enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text);

#endif /* COMPARE_BOUNDS_H */
