/* resume_visits.h: rows of the visits that a killed run has made. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_VISITS_H
#define MPIPERF_RESUME_VISITS_H

#include <jansson.h>
#include "mpiperf/options/options.h"

/*
 * Records of cases, an array, made of those of one run: its `run`, if it has
 * one, and its `visit`s. `cases` has of each case that may be made the keys of
 * all its rows (lib/case_key.h), an array; it is made where all of them have
 * --min-valid valid launches. A last visit that lacks a row does not count.
 * What visits don't tell is null, and `from_visits` is true. None with
 * --verify: visits do not say whether results were right.
 */
json_t *resume_visits(const json_t *records, const json_t *cases,
                      const struct options *o);

#endif /* MPIPERF_RESUME_VISITS_H */
