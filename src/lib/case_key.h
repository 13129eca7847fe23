/* case_key.h: which case a record is of. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_CASE_KEY_H
#define LIB_CASE_KEY_H

#include <jansson.h>
#include <stdbool.h>

/* The fields of a record that make a case different from another, for whoever
 * writes records, goes on with them, compares or plots them; NULL at the end. */
extern const char *const case_key_fields[];

/* Is the field one of those? */
bool case_key_has(const char *field);

/* One text for each case, malloced; a field that is missing is null. */
char *case_key(const json_t *record);

#endif /* LIB_CASE_KEY_H */
