/* options_word.c: option values that are one of a few words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_word.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

int word_find(const char *kind, const char *const *words, const char *other,
              const char *s, char **cause)
{
    char *unknown;
    int n = 0;

    for (; words[n] != NULL; n++)
        if (strcmp(words[n], s) == 0)
            return n;
    unknown = names_unknown(kind, s, words, (size_t)n);
    *cause = xasprintf("%s%s%s", unknown, other != NULL ? ", or " : "",
                       other != NULL ? other : "");
    free(unknown);
    return -1;
}

bool word_is_number(const char *s)
{
    s += *s == '-' || *s == '+';
    return *s >= '0' && *s <= '9';
}

bool value_legible(const char *value)
{
    size_t n = 0;

    while (isascii((unsigned char)value[n]) && isprint((unsigned char)value[n]))
        n++;
    return value[n] == '\0' && n <= QUOTE_FILE;
}
