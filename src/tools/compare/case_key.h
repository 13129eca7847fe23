/* case_key.h: which case a record is of, without MPI. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_CASE_KEY_H
#define COMPARE_CASE_KEY_H

#include <jansson.h>

/* The fields that say so, the same as --resume looks at; NULL at the end. */
extern const char *const case_key_fields[];

/* One text for each case, malloced; a field that is missing is null. */
char *case_key(const json_t *record);

#endif /* COMPARE_CASE_KEY_H */
