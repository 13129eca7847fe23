/* record.h: records, and what they are made of. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_H
#define MPIPERF_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include "lib/json.h"
#include "mpiperf/report/report.h"

/* Clock readings are large: nothing of them may be lost. Times of launches
 * have no more than ten digits that mean something. */
enum { RECORD_RUN_DIGITS = 16, RECORD_CASE_DIGITS = 10 };

/* What records and tables are made of. */
struct row {
    const struct report *r;
    const struct result *res;
};

/* A value; a new reference; NULL is null. */
typedef json_t *record_get_fn(const struct row *w);

/* The records; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct row *w);
/* The row's last pass. */
json_t *record_pass(const struct row *w);
json_t *record_end(const struct report *r, const char *status);

/* As a line of a file, malloced. */
char *record_line(const json_t *record, size_t digits);

/* Is it a record of that type? */
bool record_is(const json_t *record, const char *type);

/* A number, or null where the figure does not exist. */
json_t *record_real(double x);
/* [lo, hi], or null. */
json_t *record_interval(double lo, double hi);
/* What a clock synchronization found, with the models of so many ranks. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);
/* Adds what --align, --hugepages and --numa came to. */
void record_add_memory(json_t *to, const struct options *o);

/* Is there a mean, a median, ...? */
bool result_has_figures(const struct result *res);
/* Why there is none; NULL when there is. */
const char *result_cause(const struct result *res);

/* One-way latency between the cores, seconds, before the first pass (0) or
 * after the last (1); NAN: not read. */
double result_oneway(const struct result *res, int end);

/* What goes by in a second, of the median and its interval; NAN where there is
 * no such figure. */
struct rate {
    double value, lo, hi;
};

/* Bytes, and messages, of all ranks together. */
struct rate result_bandwidth(const struct result *res);
struct rate result_message_rate(const struct result *res);

#endif /* MPIPERF_RECORD_H */
