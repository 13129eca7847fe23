/* utf8.h: reads UTF-8. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_UTF8_H
#define LIB_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Sets *code to the UTF-8 character at s and returns its length; 0 if it is not
 * valid UTF-8. */
static inline size_t utf8_decode(uint32_t *code, const char *s)
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

#endif /* LIB_UTF8_H */
