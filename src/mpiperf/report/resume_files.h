/* resume_files.h: files that an earlier run wrote, to go on with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_FILES_H
#define MPIPERF_RESUME_FILES_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* All return NULL, or the cause, malloced, why it cannot be done. */

/* --append: makes the report's files go on behind their whole lines. */
char *append_files(const struct report *r);

/* --resume: the whole records of the .jsonl, an array, a new reference. */
char *resume_read(const struct report *r, json_t **records);

/* Makes the files go on with those records and `made`, more rows: the .jsonl
 * has the records, the others may lack some at their end. */
char *resume_complete(const struct report *r, const json_t *records,
                      const json_t *made);

#endif /* MPIPERF_RESUME_FILES_H */
