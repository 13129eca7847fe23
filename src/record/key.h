/* key.h: identity of the case that a record belongs to, and cases made from
 * passes. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_KEY_H
#define RECORD_KEY_H

#include <jansson.h>
#include <stdbool.h>

/* True if the field is part of a case's identity. */
bool key_has(const char *field);

/* Returns these fields of the record, null if missing; a new reference. */
json_t *key_record(const json_t *record);

/* Returns a text that identifies the case, malloced. */
char *key_text(const json_t *record);

/* The same without the algorithm and its parameters: equal for all algorithms
 * that compete in a case. */
char *key_of_rivals(const json_t *record);

/*
 * Returns an array of case records made from the `pass` records, and the `run`
 * record if any, of the last run in `records`; a new reference. `cases` has an
 * array per case, with the keys of all its rows. A case is made if each of its
 * rows has at least min_valid valid launches. Values that passes do not have
 * are null; `from_passes` is true.
 */
json_t *cases_from_passes(const json_t *records, const json_t *cases,
                          long min_valid, double confidence);

#endif /* RECORD_KEY_H */
