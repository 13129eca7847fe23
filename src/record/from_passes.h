/* from_passes.h: records of cases made of the passes of a killed run. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FROM_PASSES_H
#define RECORD_FROM_PASSES_H

#include <jansson.h>

/*
 * Records of cases, an array, made of the last run's among these: its `run`, if
 * it has one, and its `pass`es. `cases` has of each case that may be made the
 * keys of all its rows (key.h), an array; it is made where all of them have so
 * many valid launches. What passes do not tell is null, and `from_passes` is
 * true. A new reference.
 */
json_t *cases_from_passes(const json_t *records, const json_t *cases,
                          long min_valid, double confidence);

#endif /* RECORD_FROM_PASSES_H */
