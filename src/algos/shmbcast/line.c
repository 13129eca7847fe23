/* line.c: copies past the caches. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An ordinary store to a line that another core has read waits until that core
 * has given the line up. Between far cores such stores may be ten times slower
 * than the loads. A non-temporal store does not wait; but the line then comes
 * from memory, which takes longer than from a near cache.
 */
#include "line.h"

#include <stdint.h>
#include <string.h>

#if SB_LINES_PAST
#include <emmintrin.h>

enum { WORDS = SB_CACHE_LINE / sizeof(__m128i) };

static void copy_line(char *to, const char *from)
{
    __m128i words[WORDS];

    for (int i = 0; i < WORDS; i++)
        words[i] = _mm_loadu_si128((const __m128i *)from + i);
    for (int i = 0; i < WORDS; i++)
        _mm_stream_si128((__m128i *)to + i, words[i]);
}

void sb_lines_copy_past(void *to, const void *from, size_t n)
{
    char *out = to;
    const char *in = from;
    size_t head = (0 - (uintptr_t)out) % SB_CACHE_LINE;

    if (head > n)
        head = n;
    memcpy(out, in, head);
    for (out += head, in += head, n -= head; n >= SB_CACHE_LINE;
         out += SB_CACHE_LINE, in += SB_CACHE_LINE, n -= SB_CACHE_LINE)
        copy_line(out, in);
    memcpy(out, in, n);
    /* a release store does not order non-temporal stores */
    _mm_sfence();
}

#else

void sb_lines_copy_past(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

#endif
