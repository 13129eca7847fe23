/* resume.h: which cases an earlier run's records hold already. No MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_H
#define MPIPERF_RESUME_H

#include <jansson.h>
#include <stdbool.h>
#include "mpiperf/options/options.h"
#include "mpiperf/options/plan.h"

struct resume {
    json_t *files; /* an array: for each file an object with the keys held */
};

/*
 * Reads all .jsonl outputs there are. A last line that is not whole is passed
 * over, report_begin() cuts it off; a file that does not exist holds nothing.
 * 0, or -1 with *cause malloced: unreadable, or not a file of records.
 */
int resume_open(struct resume *r, const struct options *o, char **cause);
void resume_close(struct resume *r);

/*
 * Does every .jsonl output hold the case, with figures? Records are compared
 * by the fields that say which case it is (record.h), whatever run they are
 * from. The second: with all algorithms that are asked for.
 */
bool resume_has(const struct resume *r, const struct options *o,
                const struct bench_case *c, const struct variant *variant,
                const struct method *method);
bool resume_has_case(const struct resume *r, const struct options *o,
                     const struct bench_case *c);

#endif /* MPIPERF_RESUME_H */
