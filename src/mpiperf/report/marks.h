/* marks.h: finds what restricts the use of a row: why it lacks figures, and its
 * marks. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MARKS_H
#define MPIPERF_MARKS_H

#include <jansson.h>
#include "mpiperf/report/record_key.h"

/* Returns why the result has no figures; NULL if it has some. */
const char *result_cause(const struct result *res);

/* One-way latency between the cores in seconds, before the first pass and after
 * the last pass; NAN if not read. */
struct oneway {
    double start, end;
    double change; /* ratio of the two, at least 1 */
};
struct oneway result_oneway(const struct result *res);

/* Kind of a text that gives the reason for missing figures. */
#define NO_FIGURES "no-figures"

/*
 * Returns the names of the row's marks: an array, a new reference. Unless note
 * is NULL, sets *note to the row's texts (reason for missing figures, marks), a
 * new reference; to NULL if there are none.
 *     {"row": "bcast:native at 8 B",
 *      "texts": [{"kind": "disturbed", "extent": 0.5, "text": "..."}, ...]}
 */
json_t *marks_find(const struct result_row *w, json_t **note);

/* True if the record of a case says that its results cannot be checked. */
bool record_is_unchecked(const json_t *record);

#endif /* MPIPERF_MARKS_H */
