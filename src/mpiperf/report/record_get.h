/* record_get.h: values of the fields of a `case`. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_GET_H
#define MPIPERF_RECORD_GET_H

#include "mpiperf/report/record.h"

/* Which case it is: the fields of record/key.h and some more. They look at
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
record_get_fn record_traffic_bytes, record_traffic_messages, record_main;
record_get_fn record_before, record_stop, record_reason;
record_get_fn record_mismatches, record_oversubscribed, record_marks;
record_get_fn record_renewal, record_params, record_samples;
record_get_fn record_oneway_start, record_oneway_end, record_oneway_change;

/* What each pass gave. (record_passes.c) */
record_get_fn record_passes;

/* Figures of the launches, those of the passes, and what of the operation was
 * hidden; NULL where there is no such thing. (record_figures.c) */
record_get_fn record_parts, record_figures;
record_get_fn record_compute, record_pure, record_total, record_hidden;

#endif /* MPIPERF_RECORD_GET_H */
