/* resume.h: continues files of an earlier run (--append, --resume), and finds
 * the cases that they have. No MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_H
#define MPIPERF_RESUME_H

#include <stdbool.h>
#include "mpiperf/options/options.h"
#include "mpiperf/report/report.h"

/* --append: makes the files of an open report continue after their last
 * complete line. Returns NULL, or why not, malloced: a file cannot be read or
 * was not written by mpiperf. */
char *append_files(const struct report *r);

/*
 * --resume: reads the files of an open report, the first of which is the .jsonl
 * file, and prepares report_begin() to continue them. An incomplete last line
 * is cut off. The other files must have the same cases as the .jsonl file or
 * the first of them; report_begin() adds the missing ones. It also adds rows of
 * unfinished cases of the plan, made from the passes of the earlier run.
 * Returns 0, or -1 with *cause malloced: a file cannot be read, was not written
 * by mpiperf, or has other cases.
 */
int resume_open(struct report *r, const struct plan *plan, char **cause);

/*
 * True if the files that resume_open() read have the case, with figures, for
 * all requested methods and algorithms. Records are compared by the fields of
 * record/key.h.
 */
bool resume_has_case(const struct report *r, const struct bench_case *c);

/* True if the record of a case says that its results cannot be checked. */
bool record_is_unchecked(const json_t *record);

/* Shows such a case number `index` of the sweep on standard output. */
void resume_show_case(struct report *r, size_t index,
                      const struct bench_case *c);

#endif /* MPIPERF_RESUME_H */
