/* run_records.h: what one run of mpiperf wrote. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_RUN_RECORDS_H
#define REPEAT_RUN_RECORDS_H

#include <jansson.h>
#include <stddef.h>

/*
 * The records in the file: an array, a new reference. NULL unless they are
 * those of one run that was complete.
 */
json_t *run_records_read(const char *file);

/*
 * Notes in the run's record what it is a part of, and takes the last `added`
 * words from its command line, which are this program's. Takes `repeat` over.
 */
void run_records_note(json_t *records, json_t *repeat, size_t added);

#endif /* REPEAT_RUN_RECORDS_H */
