/* record_run.h: makes the first and the last record of a run
 * (doc/record.schema.json). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_RUN_H
#define MPIPERF_RECORD_RUN_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* Return new references. */
json_t *record_run(const struct report *r);
json_t *record_end(const struct report *r, const char *status);

/* Returns the result of a clock synchronization, with the models of n ranks; a
 * new reference. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

#endif /* MPIPERF_RECORD_RUN_H */
