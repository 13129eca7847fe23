/* record_key.h: the fields of a `case` that say which one it is: those of
 * lib/case_key.h. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_KEY_H
#define MPIPERF_RECORD_KEY_H

#include "mpiperf/report/record.h"

/* They look at the options, at c, variant and method only: --resume asks for them
 * before there is a result. */
record_get_fn record_op, record_algo, record_procs, record_bytes, record_count;
record_get_fn record_root, record_rotate, record_datatype, record_reduction;
record_get_fn record_counts, record_in_place, record_pairs, record_topology;
record_get_fn record_buffer, record_memory, record_method, record_timer;
record_get_fn record_arrival, record_harness;
record_get_fn record_param, record_given_algo;

/* The value of the operation's option of that name; NULL: it has none. */
json_t *record_option(const struct report *r, const struct result *res,
                      const char *name);

#endif /* MPIPERF_RECORD_KEY_H */
