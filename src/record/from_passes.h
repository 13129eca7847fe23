/* from_passes.h: makes records of cases from the passes of a killed run.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FROM_PASSES_H
#define RECORD_FROM_PASSES_H

#include <jansson.h>

/*
 * Returns an array of case records made from the `pass` records, and the `run`
 * record if any, of the last run in `records`; a new reference. `cases` has an
 * array per case, with the keys (key.h) of all its rows. A case is made if each
 * of its rows has at least min_valid valid launches. Values that passes do not
 * have are null; `from_passes` is true.
 */
json_t *cases_from_passes(const json_t *records, const json_t *cases,
                          long min_valid, double confidence);

#endif /* RECORD_FROM_PASSES_H */
