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
    /* Where each pair is measured by itself, the ranks of the one that it is
     * about; target 0: of none. */
    int origin, target;
};

/* The records; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct row *w);
/* The row's last pass. */
json_t *record_pass(const struct row *w);
json_t *record_end(const struct report *r, const char *status);
/* Add the fields that tell cases apart: those at the beginning of a record, and
 * the settings behind its figures. Of the result they use case, variant and
 * method only, which --resume knows before there are results. */
void record_add_case(json_t *to, const struct row *w);
void record_add_settings(json_t *to, const struct row *w);
/* The next pair of the row's case, with none before the first. false: there is
 * none left, or pairs are not measured each by itself. */
bool row_next_pair(struct row *w);
/* Adds the effective values of --align, --hugepages and --numa. */
void record_add_memory(json_t *to, const struct options *o);
/* What a clock synchronization found, with the models of so many ranks. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

/* {"p50": ..., "p99.9": ...}, without values null each. */
json_t *percentiles_json(const struct percentiles *p, const double *values);

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

/* The marks of a row, the names of what a reader of its figures must not
 * overlook: an array, a new reference. *note, unless note is NULL, becomes the
 * same as a text, behind why there are no figures: "bcast:native at 8 B:
 * oversubscribed", a new reference; NULL: nothing. */
json_t *marks_find(const struct row *w, json_t **note);

#endif /* MPIPERF_RECORD_H */
