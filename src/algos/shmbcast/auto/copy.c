/* copy.c: copies by loads and stores. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An ordinary store of a line that is in no cache reads it first. Where source
 * and destination together do not fit in the last cache that is for nothing: a
 * store past the caches saves a third of the traffic. In anything shorter it
 * would throw out of the caches what the program is about to use.
 */
#include "copy.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* If the system does not tell. */
enum { L3_USUAL = 32 << 20 };

size_t sb_stream_least(void)
{
    long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);

    return (size_t)(l3 > 0 ? l3 : L3_USUAL) / 2;
}

#if defined(__SSE2__)

enum { LINE = 64, WORDS = LINE / sizeof(__m128i) };

static void copy_line(char *to, const char *from)
{
    __m128i words[WORDS];

    for (int i = 0; i < WORDS; i++)
        words[i] = _mm_loadu_si128((const __m128i *)from + i);
    for (int i = 0; i < WORDS; i++)
        _mm_stream_si128((__m128i *)to + i, words[i]);
}

void sb_copy_stream(void *to, const void *from, size_t n)
{
    char *out = to;
    const char *in = from;
    size_t head = (LINE - (uintptr_t)out % LINE) % LINE;

    if (head > n)
        head = n;
    memcpy(out, in, head);
    for (out += head, in += head, n -= head; n >= LINE;
         out += LINE, in += LINE, n -= LINE)
        copy_line(out, in);
    memcpy(out, in, n);
    /* such stores are not ordered by a release store */
    _mm_sfence();
}

#else

void sb_copy_stream(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

#endif
