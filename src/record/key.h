/* key.h: which case a record is of. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_KEY_H
#define RECORD_KEY_H

#include <jansson.h>
#include <stdbool.h>

/* Does the field tell cases apart? */
bool key_has(const char *field);

/* These fields of the record, null where one is missing; a new reference. */
json_t *key_record(const json_t *record);

/* One text for each case, malloced. */
char *key_text(const json_t *record);

/* The same of the case without its algorithm: what its rivals have in common.
 */
char *key_of_rivals(const json_t *record);

#endif /* RECORD_KEY_H */
