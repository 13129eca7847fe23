/* bounds.h: bounds on the times of cases, from the runs of a machine when it
 * was accepted: a file, by which a run is judged later. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BOUNDS_H
#define COMPARE_BOUNDS_H

#include <jansson.h>

struct table;

/* Is the machine as it was? Exit statuses, as those of a gate. */
enum acceptance { ACCEPT_PASS = 0, ACCEPT_FAIL = 1, ACCEPT_ERROR = 5 };

enum { BOUNDS_RUNS = 10 }; /* that bounds are made of */

/* The file of the bounds of all rows of the table: a line that says what the
 * runs were made on, and a line a bound. Malloced; NULL with *cause malloced: a
 * row has too few values. */
char *bounds_text(const struct table *t, char **cause);

/* Its lines, an array; a new reference. NULL with *cause malloced: "b.json: No
 * such file or directory", "b.json: line 3 is no bound". */
json_t *bounds_read(const char *file, char **cause);

/* Why the bounds say nothing of that run, a record of which `mpi`, `ranks`,
 * `nodes` and `machine` are looked at; malloced. NULL: they do. */
char *bounds_elsewhere(const json_t *bounds, const json_t *run);

/* Judges the records of a run, `run` and those of cases: FAIL if a case takes
 * longer than its bound, ERROR if one has no figures, else PASS. *text,
 * malloced, says what that rests on. */
enum acceptance bounds_judge(const json_t *bounds, const json_t *records,
                             char **text);

#endif /* COMPARE_BOUNDS_H */
