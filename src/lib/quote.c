/* quote.c: text from outside made fit to stand in a one-line message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/quote.h"

#include <stdio.h>

#include "lib/xmalloc.h"

/* Writes c as it is shown and returns where the next one goes. */
static char *char_show(char *to, unsigned char c)
{
    static const char from[] = "\n\t\r\\", letter[] = "ntr\\";

    for (int i = 0; from[i] != '\0'; i++) {
        if (c == (unsigned char)from[i]) {
            *to++ = '\\';
            *to++ = letter[i];
            return to;
        }
    }
    if (c >= ' ' && c <= '~')
        *to++ = (char)c;
    else
        to += sprintf(to, "\\x%02x", c);
    return to;
}

char *quote(const char *s)
{
    enum { WIDEST = 4 }; /* \xHH */
    char *text = xmalloc(QUOTE_MAX * WIDEST + sizeof("'...'"));
    char *to = text;
    int i;

    *to++ = '\'';
    for (i = 0; i < QUOTE_MAX && s[i] != '\0'; i++)
        to = char_show(to, (unsigned char)s[i]);
    if (s[i] != '\0')
        to += sprintf(to, "...");
    *to++ = '\'';
    *to = '\0';
    return text;
}
