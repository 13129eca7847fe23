/* record_case.h: makes the records of a case and of its passes
 * (doc/record.schema.json). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_CASE_H
#define MPIPERF_RECORD_CASE_H

#include <jansson.h>
#include "mpiperf/report/record_key.h"

/* Makes the record of a case; a new reference. */
json_t *record_case(const struct result_row *w);
/* Makes the record of the row's last pass; a new reference. */
json_t *record_pass(const struct result_row *w);

/* Returns {"p50": ..., "p99.9": ...}; if `values` is NULL, all are null. */
json_t *percentiles_json(const struct percentiles *p, const double *values);

#endif /* MPIPERF_RECORD_CASE_H */
