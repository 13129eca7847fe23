/* json.c: wrappers of jansson that end the program on failure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/json.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

void json_setup(void)
{
    json_set_alloc_funcs(xmalloc, free);
}

json_t *json_text(const char *s)
{
    json_t *text;
    char *plain;

    if (s == NULL)
        return json_null();
    text = json_string(s);
    if (text != NULL)
        return text;
    plain = xstrdup(s); /* not UTF-8 */
    for (char *c = plain; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    text = json_string(plain);
    free(plain);
    return text;
}

char *json_line(const json_t *value, size_t flags)
{
    char *line = json_dumps(value, flags);

    if (line == NULL)
        fatal("a record could not be made: please report this");
    return line;
}

const char **json_words(const json_t *texts, size_t *n)
{
    const char **word = xcalloc(json_array_size(texts) + 1, sizeof(*word));

    *n = json_array_size(texts);
    for (size_t i = 0; i < *n; i++)
        word[i] = json_string_value(json_array_get(texts, i));
    return word;
}
