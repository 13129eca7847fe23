/* json.h: wrappers of jansson that end the program on failure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_JSON_H
#define LIB_JSON_H

#include <jansson.h>

/* Makes running out of memory in jansson fatal, as in xmalloc(). Every program
 * must call this before it uses jansson. */
void json_setup(void);

/* A JSON string made from external text: each byte that is not UTF-8 becomes
 * '?'. A NULL pointer becomes JSON null. */
json_t *json_text(const char *s);

/* Like json_dumps(): returns malloced text. Ends the program on failure, for
 * example if the value is NULL because constructing it failed. */
char *json_line(const json_t *value, size_t flags);

/* Returns a malloced array of the strings in `texts`, which still owns them. */
const char **json_words(const json_t *texts, size_t *n);

#endif /* LIB_JSON_H */
