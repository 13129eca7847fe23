/* records.h: makes runs from records, for tests of tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_RECORDS_H
#define MPIPERF_TEST_RECORDS_H

#include "compare/table.h"
#include "lib/test/unit.h"

/* Returns a factor within 1 % of 1 for run i; `seed` selects the sequence. */
double wobble(size_t i, size_t seed);
/* Fails unless the values are equal except for rounding. */
void assert_close(double x, double expected);

/* Starts a run, `seconds` after the first one. If `command` and `block` are 0,
 * it is a run without mpiperf-repeat. */
void add_run(struct runs *r, double seconds, long command, long block);

/* A pass: its time in microseconds, and the latency gauge's readings in ns
 * before and after it, 0 if none. */
struct pass_made {
    double us;
    double oneway[2];
};

/* Add a broadcast to the last run: with one pass of `us`, or several passes. */
void add_case(struct runs *r, const char *algo, long bytes, double us);
void add_passes(struct runs *r, const char *algo, long bytes,
                const struct pass_made *pass, size_t n);
/* Returns that record, which the caller may change before adding it. */
json_t *case_made(const char *algo, long bytes, const struct pass_made *pass,
                  size_t n);
/* Adds a case whose main figure is the hidden share. */
void add_hidden(struct runs *r, const char *algo, long bytes, double us,
                double hidden);

/* Ends the run with this status: "complete", ... */
void add_end(struct runs *r, const char *status);

/* Adds a record, which must be accepted, and releases it. */
void add_record(struct runs *r, json_t *record);
/* Adds a record, which must be refused with this error text. */
void assert_refused(struct runs *r, json_t *record, const char *cause);

/* Orders the runs and makes the table; if `o` is NULL, with default options. */
void make_table(struct table *t, struct runs *r, const struct table_options *o);

/* Returns the only row with this algorithm, size, side and state; fails if
 * there is not exactly one. */
const struct row *row_of(const struct table *t, const char *algo, long bytes,
                         long side, int state);

void assert_sign(const struct row *row, const char *word);

#endif /* MPIPERF_TEST_RECORDS_H */
