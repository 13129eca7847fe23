/* resume.h: continues files of an earlier run (--append, --resume), and finds
 * the cases in them. No MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_H
#define MPIPERF_RESUME_H

#include <stdbool.h>
#include "mpiperf/options/plan.h"
#include "mpiperf/report/report.h"

/*
 * With --append or --resume, reads the files of an open report, and prepares
 * report_begin() to continue them after their last complete line. With --resume
 * the first file is the .jsonl file; others must have all its cases, or the
 * first ones of them, and report_begin() adds those that are missing. Returns
 * 0, or -1 with a malloced *cause: a file cannot be read, was not written by
 * mpiperf, or has other cases.
 */
int resume_open(struct report *r, char **cause);

/*
 * True if the files that resume_open() has read contain the case, with figures,
 * for all requested methods and algorithms. Cases are compared by the fields of
 * record/key.h.
 */
bool resume_has_case(const struct report *r, const struct bench_case *c);

void resume_show_case(struct report *r, size_t index,
                      const struct bench_case *c);

/* Shows the files' cases that are not in the plan, after the sweep. Returns the
 * number of their rows. */
size_t resume_show_others(struct report *r, const struct plan *plan);

#endif /* MPIPERF_RESUME_H */
