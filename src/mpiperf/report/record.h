/* record.h: the records of a run (doc/record.schema.json). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_H
#define MPIPERF_RECORD_H

#include <jansson.h>
#include "mpiperf/report/report.h"

/* A row: a result and its run. */
struct row {
    const struct report *r;
    const struct result *res;
    /* --pairs=each: the two ranks of the row's pair; target 0: the row is not
     * about a pair. */
    int origin, target;
};

/* Make the records of a run, a case, and the end of the run; new references. */
json_t *record_run(const struct report *r);
json_t *record_case(const struct row *w);
/* Makes the record of the row's last pass; a new reference. */
json_t *record_pass(const struct row *w);
json_t *record_end(const struct report *r, const char *status);
/* Add the fields that distinguish cases: the first fields of a record, and the
 * settings at its end. They use only case, variant and method of the result,
 * since --resume needs them before there are results. */
void record_add_case(json_t *to, const struct row *w);
void record_add_settings(json_t *to, const struct row *w);
/* Changes w->origin and w->target to the next pair of the case; target 0 before
 * the first pair. False: there is no further pair, or the case is not measured
 * with --pairs=each. */
bool row_next_pair(struct row *w);
/* Adds the effective values of --align, --hugepages and --numa. */
void record_add_memory(json_t *to, const struct options *o);
/* Returns the result of a clock synchronization with the models of n ranks; a
 * new reference. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

/* Returns {"p50": ..., "p99.9": ...}; values NULL: all members are null. */
json_t *percentiles_json(const struct percentiles *p, const double *values);

/* Returns why the result has no figures; NULL: it has. */
const char *result_cause(const struct result *res);

/* One-way latency between the cores, seconds: before the first pass and after
 * the last pass; NAN: not read. */
struct oneway {
    double start, end;
    double change; /* ratio of the two, 1 or more */
};
struct oneway result_oneway(const struct result *res);

/* The kind of a text with the reason for missing figures. */
#define NO_FIGURES "no-figures"

/*
 * Returns the names of the row's marks, an array, a new reference. Unless note
 * is NULL, sets *note to the texts of the reason for missing figures and of the
 * marks, a new reference; NULL: there are none.
 *     {"row": "bcast:native at 8 B",
 *      "texts": [{"kind": "disturbed", "extent": 0.5, "text": "..."}, ...]}
 */
json_t *marks_find(const struct row *w, json_t **note);

/* Print such notes, each line after the text `before` (notes.c): each row with
 * its texts; each kind of mark, with the number of rows and the worst row. */
void notes_print(FILE *f, const json_t *notes, const char *before);
void notes_print_kinds(FILE *f, const json_t *notes, const char *before);

#endif /* MPIPERF_RECORD_H */
