/* resume.h: files that an earlier run wrote, to go on with, and which cases
 * they have already. No MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_H
#define MPIPERF_RESUME_H

#include <stdbool.h>
#include "mpiperf/options/options.h"
#include "mpiperf/report/report.h"

/* --append: makes the files of a report that is open go on behind their whole
 * lines. NULL, or the cause, malloced: a file cannot be read, or is none of
 * ours. */
char *append_files(const struct report *r);

/*
 * Reads the outputs of a report that is open, the first one a .jsonl, and lets
 * report_begin() go on with them; it cuts off a torn last line. The others have
 * to have the same cases, or the first of them: report_begin() adds what they
 * lack, and, of cases of the plan that a killed run has begun, rows made of its
 * passes. 0, or -1 with *cause malloced: a file cannot be read, is none of
 * ours, or has other cases.
 */
int resume_open(struct report *r, const struct plan *plan, char **cause);

/*
 * Had the outputs the case then, with figures, by all methods and algorithms
 * that are asked for? Records are compared by the fields of record/key.h,
 * whatever run they are from.
 */
bool resume_has_case(const struct report *r, const struct bench_case *c);

#endif /* MPIPERF_RESUME_H */
