/* markdown.c: text in Markdown. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/markdown.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

char *markdown_text(char *text)
{
    size_t length;
    char *escaped;
    FILE *f = text_open(&escaped, &length);

    for (const char *c = text; *c != '\0'; c++) {
        bool within = *c == '_' && c > text && isalnum((unsigned char)c[-1]) &&
                      isalnum((unsigned char)c[1]);

        if (strchr("\\`*_[]<>|&~", *c) != NULL && !within)
            putc('\\', f);
        putc(*c, f);
    }
    text_close(f);
    free(text);
    return escaped;
}
