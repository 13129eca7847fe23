/* json.h: jansson without failures that nobody sees. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_JSON_H
#define LIB_JSON_H

#include <jansson.h>

/* Out of memory in jansson is fatal from here on, as in xmalloc(). Every
 * program calls it before anything else that uses jansson. */
void json_setup(void);

/* Text from outside: with ? for what is not UTF-8, null for NULL. */
json_t *json_text(const char *s);

/* As json_dumps(), malloced; fatal where that fails, which is when there is no
 * value since one could not be made. */
char *json_line(const json_t *value, size_t flags);

#endif /* LIB_JSON_H */
