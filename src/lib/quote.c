/* quote.c: text from outside made fit to stand in a one-line message. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/quote.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* How many bytes the character takes that s begins with; 0: it is no UTF-8. */
static size_t decode(uint32_t *code, const char *s)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *u = (const unsigned char *)s;
    size_t n = u[0] < 0x80         ? 1
               : u[0] >> 5 == 0x06 ? 2
               : u[0] >> 4 == 0x0e ? 3
               : u[0] >> 3 == 0x1e ? 4
                                   : 0;

    if (n == 0)
        return 0;
    *code = n == 1 ? u[0] : u[0] & 0x7fU >> n;
    for (size_t i = 1; i < n; i++) {
        if (u[i] >> 6 != 2)
            return 0;
        *code = *code << 6 | (u[i] & 0x3fU);
    }
    if (*code < least[n] || *code > 0x10ffff || *code >> 11 == 0xd800 >> 11)
        return 0;
    return n;
}

/* Does it show where it stands, and nothing else? */
static bool is_plain(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0, 0x1f},        {'\\', '\\'},     {0x7f, 0x9f},     {0x200b, 0x200f},
        {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (c >= others[i].first && c <= others[i].last)
            return false;
    return true;
}

/* Writes a byte as an escape and returns where the next one goes. */
static char *escape(char *to, unsigned char c)
{
    static const char from[] = "\n\t\r\\", letter[] = "ntr\\";
    const char *at = memchr(from, c, sizeof(from) - 1);

    return to + (at != NULL ? sprintf(to, "\\%c", letter[at - from])
                            : sprintf(to, "\\x%02x", c));
}

const char *quote(char *buf, size_t most, const char *mark, const char *s)
{
    char *to = stpcpy(buf, mark);
    size_t i = 0, n;

    for (uint32_t code; s[i] != '\0'; i += n) {
        size_t whole = decode(&code, s + i);

        n = whole > 0 ? whole : 1;
        if (i + n > most) {
            to = stpcpy(to, "...");
            break;
        }
        if (whole > 0 && is_plain(code))
            to = mempcpy(to, s + i, n);
        else
            for (size_t k = 0; k < n; k++)
                to = escape(to, (unsigned char)s[i + k]);
    }
    stpcpy(to, mark);
    return buf;
}
