/* resume_passes.h: rows of the passes that a killed run has made. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESUME_PASSES_H
#define MPIPERF_RESUME_PASSES_H

#include <jansson.h>
#include "mpiperf/options/options.h"

/*
 * Records of cases, an array, made of those of one run: its `run`, if it has
 * one, and its `pass`es. `cases` has of each case that may be made the keys of
 * all its rows (record/key.h), an array; it is made where all of them have
 * --min-valid valid launches. What passes don't tell is null, and `from_passes`
 * is true. None with
 * --verify: passes do not say whether results were right.
 */
json_t *resume_passes(const json_t *records, const json_t *cases,
                      const struct options *o);

#endif /* MPIPERF_RESUME_PASSES_H */
