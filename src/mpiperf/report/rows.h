/* rows.h: from the results of a run to its records, and to the texts about
 * them. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ROWS_H
#define MPIPERF_ROWS_H

#include "mpiperf/report/report.h"

/* A row: a result, and the run it belongs to. */
struct result_row {
    const struct report *r;
    const struct result *res;
    /* With --pairs=each: the two ranks of the row's pair; with --rows=group:
     * the first and the last rank of the row's group, and its number, from 1.
     * If the row is of all ranks, target and group are 0. */
    int origin, target, group;
};

/* Add the fields that distinguish cases: first fields of the record, and
 * settings at its end. They use only case, variant and method of the result. */
void record_add_case(json_t *to, const struct result_row *w);
void record_add_settings(json_t *to, const struct result_row *w);
bool case_has_pairs(const struct bench_case *c);
/* Sets *w to the next pair or group of the case, from 0 on; returns false if
 * there are no more, or the case has one row for all ranks. */
bool row_next_part(struct result_row *w);
static inline bool row_is_part(const struct result_row *w)
{
    return w->target > 0 || w->group > 0;
}
/* Adds the values of --align, --hugepages and --numa that are in effect. */
void record_add_memory(json_t *to, const struct options *o);

/* Return new references. */
json_t *record_run(const struct report *r);
json_t *record_end(const struct report *r, const char *status);

/* Returns a clock synchronization, with the models of n ranks. */
json_t *record_clocksync(const struct clocksync_info *info,
                         const struct clock_model *models, int n);

json_t *record_case(const struct result_row *w);
json_t *record_pass(const struct result_row *w);

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
json_t *marks_find(const struct result_row *w, json_t **note);

/* Prints the texts of marks_find(), with `before` in front of each line: the
 * worst row for each kind of text. */
void notes_print_kinds(FILE *f, const json_t *notes, const char *before);

/* Returns "node3 is slow: ...", malloced; NULL if no node stands out. */
char *slow_nodes_text(const struct runinfo *ri, const struct probe *p);

#endif /* MPIPERF_ROWS_H */
