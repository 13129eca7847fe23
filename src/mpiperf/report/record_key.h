/* record_key.h: makes the fields of a record that distinguish cases. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RECORD_KEY_H
#define MPIPERF_RECORD_KEY_H

#include <jansson.h>
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
 * settings at its end. They use only case, variant and method of the result,
 * because --resume calls them before there are results. */
void record_add_case(json_t *to, const struct result_row *w);
void record_add_settings(json_t *to, const struct result_row *w);
/* True if each pair of the case has a row of its own: --pairs=each. */
bool case_has_pairs(const struct bench_case *c);
/* Sets *w to the next pair or group of the case; to start, target and group
 * must be 0. Returns false if there are no more, or the case has one row for
 * all ranks. */
bool row_next_part(struct result_row *w);
static inline bool row_is_part(const struct result_row *w)
{
    return w->target > 0 || w->group > 0;
}
/* Adds the values of --align, --hugepages and --numa that are in effect. */
void record_add_memory(json_t *to, const struct options *o);

#endif /* MPIPERF_RECORD_KEY_H */
