/* resume.h: which cases an earlier run's records have already. No MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_H
#define MPIPERF_RESUME_H

#include <jansson.h>
#include <stdbool.h>
#include "mpiperf/options/options.h"
#include "mpiperf/report/report.h"

struct resume {
    json_t *keys; /* an object whose names are the cases' keys */
};

/*
 * Reads the outputs of a report that is open, the first one a .jsonl, and lets
 * report_begin() go on with them; it cuts off a torn last line. The others have
 * to have the same cases, or the first of them: report_begin() adds what they
 * lack, and, of cases of the plan that a killed run has begun, rows made of its
 * passes. 0, or -1 with *cause malloced: a file cannot be read, is none of
 * ours, or has other cases.
 */
int resume_open(struct resume *r, struct report *report,
                const struct plan *plan, char **cause);
void resume_close(struct resume *r);

/*
 * Do the outputs have the case, with figures? Records are compared by the
 * fields of record/key.h, whatever run they are from. The second: with all
 * algorithms that are asked for.
 */
bool resume_has(const struct resume *r, const struct options *o,
                const struct bench_case *c, const struct variant *variant,
                const struct method *method);
bool resume_has_case(const struct resume *r, const struct options *o,
                     const struct bench_case *c);

#endif /* MPIPERF_RESUME_H */
