/* bounds.h: bounds on the times of cases, made of the runs of a machine when it
 * was accepted, by which a run is judged later. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BOUNDS_H
#define COMPARE_BOUNDS_H

#include <jansson.h>

struct table;

enum { BOUNDS_RUNS = 10 }; /* that bounds are made of, or more */

/* Is the machine as it was? Exit statuses, as those of a gate. */
enum acceptance { ACCEPT_PASS = 0, ACCEPT_FAIL = 1, ACCEPT_ERROR = 5 };

/* The file of the bounds of all rows of the table, malloced. *cause: why it is
 * of no use, malloced; NULL: it is. */
char *bounds_text(const struct table *t, char **cause);

/* The bounds of a file, a new reference. NULL with *cause malloced: it is no
 * such file, or was made on something else than the run of that record. */
json_t *bounds_open(const char *file, const json_t *run, char **cause);

/* Judges the records of a run, `run` and those of cases: FAIL if a time is
 * above its bound, ERROR if there is none. *text, malloced, says which. */
enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text);

#endif /* COMPARE_BOUNDS_H */
