/* record.h: makes the records of a run (doc/record.schema.json). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_H
#define MPIPERF_RECORD_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* A row: a result, and the run it belongs to. */
struct row {
    const struct report *r;
    const struct result *res;
    /* With --pairs=each: the two ranks of the row's pair. target is 0 if the
     * row has no pair. */
    int origin, target;
};

/* Make the records of the run, of a case and of the end; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct row *w);
/* Makes the record of the row's last pass; a new reference. */
json_t *record_pass(const struct row *w);
json_t *record_end(const struct report *r, const char *status);
/* Add the fields that distinguish cases: first fields of the record, and
 * settings at its end. They use only case, variant and method of the result,
 * because --resume calls them before there are results. */
void record_add_case(json_t *to, const struct row *w);
void record_add_settings(json_t *to, const struct row *w);
/* Sets w->origin and w->target to the next pair of the case; to start, target
 * must be 0. Returns false if there are no more pairs or the case was not
 * measured with --pairs=each. */
bool row_next_pair(struct row *w);
/* Adds the values of --align, --hugepages and --numa that are in effect. */
void record_add_memory(json_t *to, const struct options *o);
/* Returns the result of a clock synchronization, with the models of n ranks; a
 * new reference. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

/* Returns {"p50": ..., "p99.9": ...}; if `values` is NULL, all are null. */
json_t *percentiles_json(const struct percentiles *p, const double *values);

/* Returns why the result has no figures; NULL if it has some. */
const char *result_cause(const struct result *res);

/* One-way latency between the cores in seconds, before the first pass and after
 * the last pass; NAN if not read. */
struct oneway {
    double start, end;
    double change; /* ratio of the two, at least 1 */
};
struct oneway result_oneway(const struct result *res);

/* Kind of a text that gives the reason for missing figures. */
#define NO_FIGURES "no-figures"

/*
 * Returns the names of the row's marks: an array, a new reference. Unless note
 * is NULL, sets *note to the row's texts (reason for missing figures, marks), a
 * new reference; to NULL if there are none.
 *     {"row": "bcast:native at 8 B",
 *      "texts": [{"kind": "disturbed", "extent": 0.5, "text": "..."}, ...]}
 */
json_t *marks_find(const struct row *w, json_t **note);

/* True if the record of a case says that its results cannot be checked. */
bool record_is_unchecked(const json_t *record);

/* Print such notes, with `before` in front of each line (notes.c): all texts of
 * each row; or, for each kind of text, the number of rows and the worst row. */
void notes_print(FILE *f, const json_t *notes, const char *before);
void notes_print_kinds(FILE *f, const json_t *notes, const char *before);

#endif /* MPIPERF_RECORD_H */
