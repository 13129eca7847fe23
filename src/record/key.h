/* key.h: the key that tells which case a record belongs to. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_KEY_H
#define RECORD_KEY_H

#include <jansson.h>
#include <stdbool.h>

/* True if the field is part of the key. */
bool key_has(const char *field);

/* Returns the key's fields of a record, null where missing; a new reference. */
json_t *key_record(const json_t *record);

/* Returns the key as text, malloced: equal for equal keys. */
char *key_line(const json_t *key);

/* Returns the text of the record's key, malloced: equal for records of the same
 * case. */
char *key_text(const json_t *record);

/* Removes this field's value from the key: it then distinguishes no cases. */
void key_ignore(json_t *key, const char *field);

#endif /* RECORD_KEY_H */
