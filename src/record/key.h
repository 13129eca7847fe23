/* key.h: identity of the case that a record belongs to. Pure. */
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

#endif /* RECORD_KEY_H */
