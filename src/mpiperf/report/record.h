/* record.h: the records of a run (doc/record.schema.json). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_H
#define MPIPERF_RECORD_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* A result, and the run that it is of. */
struct row {
    const struct report *r;
    const struct result *res;
};

/* The records; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct row *w);
/* The row's last pass. */
json_t *record_pass(const struct row *w);
json_t *record_end(const struct report *r, const char *status);
/* Add the fields that tell cases apart: those at the beginning of a record, and
 * the settings behind its figures. Of the result they look at case, variant and
 * method only, which --resume knows before there are results. */
void record_add_case(json_t *to, const struct row *w);
void record_add_settings(json_t *to, const struct row *w);
/* Adds what --align, --hugepages and --numa came to. */
void record_add_memory(json_t *to, const struct options *o);
/* What a clock synchronization found, with the models of so many ranks. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

/* Is there a mean, a median, ...? */
bool result_has_figures(const struct result *res);
/* Why there is none; NULL when there is. */
const char *result_cause(const struct result *res);

/* One-way latency between the cores before the first pass and after the last,
 * seconds; NAN: not read. */
struct oneway {
    double start, end;
    double change; /* a factor, 1 or more */
};
struct oneway result_oneway(const struct result *res);

/* A reason for a second look at a row. `caution`: its figures rest on little;
 * of these a note has only the first. */
struct mark {
    const char *name; /* in the record */
    bool caution;
    char *(*note)(const struct row *w); /* malloced; NULL: it does not apply */
};
extern const struct mark marks[]; /* ends with a NULL name */

/* What a reader of the row's figures must not overlook, why there are none and
 * the marks that apply: "bcast:native at 8 B: oversubscribed", a new reference;
 * NULL: nothing. */
json_t *marks_text(const struct row *w);

#endif /* MPIPERF_RECORD_H */
