/* json.h: jansson with failures that end the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_JSON_H
#define LIB_JSON_H

#include <jansson.h>

/* Makes lack of memory in jansson fatal, as in xmalloc(). Every program calls
 * it before it uses jansson. */
void json_setup(void);

/* A JSON string of external text: bytes that are not UTF-8 become ?. NULL
 * becomes null. */
json_t *json_text(const char *s);

/* Like json_dumps(), malloced. Ends the program if that fails, for example for
 * a NULL value after a failed construction. */
char *json_line(const json_t *value, size_t flags);

#endif /* LIB_JSON_H */
