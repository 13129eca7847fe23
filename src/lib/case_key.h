/* case_key.h: which case a record is of. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_CASE_KEY_H
#define LIB_CASE_KEY_H

#include <jansson.h>
#include <stdbool.h>

/* The fields of a record that make a case different from another, for whoever
 * writes records, goes on with them, compares or plots them; NULL at the end.
 */
enum { CASE_KEY_FIELDS = 20 };
extern const char *const case_key_fields[CASE_KEY_FIELDS + 1];

/* Is the field one of those? */
bool case_key_has(const char *field);

/* These fields of the record, null where one is missing; a new reference. What
 * an older record means by a missing one is filled in. */
json_t *case_key_record(const json_t *record);

/* One text for each case, malloced; a field that is missing is null. */
char *case_key(const json_t *record);

#endif /* LIB_CASE_KEY_H */
