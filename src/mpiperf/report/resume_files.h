/* resume_files.h: files that an earlier run wrote, to go on with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_FILES_H
#define MPIPERF_RESUME_FILES_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* Gets every record of the most complete .jsonl. */
typedef void resume_record_fn(json_t *keys, const json_t *record,
                              const struct options *o);

/* Makes the report's files go on with what is in them, completed from the most
 * complete .jsonl; `cases` as in resume_passes(). NULL, or the cause, malloced,
 * if they cannot. */
char *resume_files(const struct report *r, const json_t *cases,
                   resume_record_fn *keep, json_t *keys);

/* Makes them go on behind the whole lines that are in them. The same. */
char *append_files(const struct report *r);

#endif /* MPIPERF_RESUME_FILES_H */
