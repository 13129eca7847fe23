/* record_get.h: values of the fields of a `case`. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_GET_H
#define MPIPERF_RECORD_GET_H

#include "mpiperf/report/record.h"

/* Which case it is: the fields of lib/case_key.h and some more. They look at
 * the options, at c, variant and method only: --resume asks for them before
 * there is a result. (record_key.c) */
record_get_fn record_op, record_algo, record_datatype, record_reduction;
record_get_fn record_counts, record_in_place, record_pairs, record_topology;
record_get_fn record_buffer, record_memory, record_method, record_timer;
record_get_fn record_arrival, record_harness;
record_get_fn record_param, record_given;

/* What was found. (record_get.c) */
record_get_fn record_preset, record_confidence, record_bandwidth;
record_get_fn record_bandwidth_ci, record_message_rate, record_message_rate_ci;
record_get_fn record_vs, record_before, record_stop, record_reason;
record_get_fn record_mismatches, record_oversubscribed, record_marks;
record_get_fn record_renewal, record_params, record_samples;
/* The field `vs` of a row that has a baseline; takes both over. */
json_t *record_vs_of(const struct row *w, json_t *ratio, json_t *ci);

/* What was found while the machine was watched; NULL, in a record null, where
 * it was not. (record_stays.c) */
record_get_fn record_stays, record_mixed_rounds, record_watch_seconds;
/* Arrays of the same length: what each stretch gave. */
json_t *record_stays_of(const struct stays *s);

/* Those of visits, one behind the other: arrays by name. Null: there are none.
 */
json_t *record_stays_joined(const json_t *visits);

/* Figures of the launches, those of the visit, and what of the operation was
 * hidden; NULL where there is no such thing. (record_figures.c) */
record_get_fn record_parts, record_figures, record_overlap;

#endif /* MPIPERF_RECORD_GET_H */
