/* records.h: runs made as records, for tests of tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_RECORDS_H
#define MPIPERF_TEST_RECORDS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "compare/table.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

/* Within 1 % of 1, another order with each seed. */
double wobble(size_t i, size_t seed);
/* Give or take rounding. */
void assert_close(double x, double expected);

/* A run as it begins: seconds after the first of all, command line and block;
 * 0: none, as mpiperf itself writes them. */
void add_run(struct runs *r, double seconds, long command, long block);

/* A pass, in microseconds; its readings of the gauge of latency before and
 * after, in ns; 0: none. */
struct pass_made {
    double us;
    double oneway[2];
};

/* A broadcast of the last run, measured in passes. us: of one pass. */
void add_case(struct runs *r, const char *algo, long bytes, double us);
void add_passes(struct runs *r, const char *algo, long bytes,
                const struct pass_made *pass, size_t n);
/* The same as a record, which the caller may change and add. */
json_t *case_made(const char *algo, long bytes, const struct pass_made *pass,
                  size_t n);
/* With hidden share in place of the time. */
void add_hidden(struct runs *r, const char *algo, long bytes, double us,
                double hidden);

/* The run did, or did not, end as it should. */
void add_end(struct runs *r, const char *status);

/* A record that is taken, and released. */
void add_record(struct runs *r, json_t *record);
/* One that is refused with the text. */
void assert_refused(struct runs *r, json_t *record, const char *cause);

/* Orders the runs, makes the table; NULL: usual options. */
void make_table(struct table *t, struct runs *r, const struct table_options *o);

/* The only row of the algorithm, size, side and state; fails where it is not.
 */
const struct row *row_of(const struct table *t, const char *algo, long bytes,
                         long side, int state);

/* The text, which is freed, is that of the file beside this one. With an
 * argument on the command line it is printed. */
void assert_expected(char *text, const char *file);

void assert_sign(const struct row *row, const char *word);

#endif /* MPIPERF_TEST_RECORDS_H */
