/* bounds.h: upper bounds on the times of cases. They are computed when a
 * machine is accepted; later runs are compared with them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_BOUNDS_H
#define VERDICT_BOUNDS_H

#include <jansson.h>

struct table;

enum { BOUNDS_RUNS = 10 }; /* minimum number of runs for a bound */

/* Result of --accept. The values are exit statuses, like the gate's
 * verdicts. */
enum acceptance { ACCEPT_PASS = 0, ACCEPT_FAIL = 1, ACCEPT_ERROR = 5 };

/* Returns the text of a file with bounds for all rows, malloced. *cause becomes
 * NULL; or the reason, malloced, if bounds are missing. */
char *bounds_text(const struct table *t, char **cause);

/* Reads a file of bounds. Returns an array of its lines, a new reference.
 * Returns NULL with a malloced *cause if it is not such a file, or if ranks,
 * nodes, MPI library or processor differ from those of the `run` record. */
json_t *bounds_open(const char *file, const json_t *run, char **cause);

/* Judges the records of a run: FAIL if a time exceeds its bound, ERROR if a
 * case that has a bound has no time. *text, malloced, names the case. */
enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text);

#endif /* VERDICT_BOUNDS_H */
